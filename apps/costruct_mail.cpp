// costruct-mail: generates emails for batch detection, converts them, or groups them into batches.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <functional>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <sstream>

#include "costruct/apps/number_in.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/io/exit_code.hpp"
#include "costruct/io/line_reader.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"
#include "costruct/mail/email/batch_words.hpp"
#include "costruct/mail/email/json_email.hpp"
#include "costruct/mail/email/mailbox.hpp"
#include "costruct/mail/email/near_duplicates.hpp"
#include "costruct/mail/generated/batch_generator.hpp"

namespace {

using namespace costruct;
using namespace costruct::experiments;

constexpr const char* kExamples =
    "Examples:\n"
    "  costruct-mail generate --emails 5000 --seed 7 --obfuscation 0.5 > mails.jsonl\n"
    "  costruct-mail convert --format mbox inbox.mbox > inbox.jsonl\n"
    "  costruct-mail batches inbox.jsonl > batches.tsv\n"
    "costruct-mail COMMAND --help says what a command takes.\n"
    "Exit codes: 0 ok; 1 the output could not be written; 2 bad usage; 3 bad data.";

struct MailArguments {
  BatchGeneratorOptions options;
  Index emails = 1000;
  std::filesystem::path ham, batches;
  std::string format;
  std::vector<std::filesystem::path> paths;
  // Options of the command `words`.
  std::vector<std::string> assignments;
  std::vector<double> noise;
  std::filesystem::path splits;
  Index repetitions = 30, labeled = 500, at_least = 10;
};

int generate(const MailArguments& a) {
  std::unique_ptr<EmailSource> ham;
  BatchGenerator::HamSource source;
  if (!a.ham.empty()) {
    ham = open_emails(a.ham, "jsonl");
    // Uses the emails of the file that are not labeled spam.
    source = [&ham](Email& email) {
      while (ham->next(email)) {
        if (!email.label || *email.label != "spam") return true;
      }
      return false;
    };
  }
  BatchGenerator generator(a.options, source);
  OutputFile out("");
  for (Index i = 0; i < a.emails; ++i) {
    out.write(email_to_json(generator.next()));
    out.write('\n');
  }
  out.commit();
  return kDone;
}

// Calls `take` for each email of all files, one file after the other.
void for_each_email(const MailArguments& a, const std::function<void(Email&)>& take) {
  for (const std::filesystem::path& path : a.paths) {
    const std::unique_ptr<EmailSource> source = open_emails(path, a.format);
    Email email;
    while (source->next(email)) take(email);
  }
}

// Reads a file that `batches` wrote: a line of column names, then id TAB batch; further fields are
// ignored.
std::map<std::string, std::string> read_batches(const std::filesystem::path& file) {
  std::map<std::string, std::string> batch_of;
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos)
      lines.fail("expected id TAB batch, found " + shown_name(line));
    const std::string_view id = line.substr(0, tab), rest = line.substr(tab + 1);
    if (lines.line() == 1 && id == "id") continue;
    if (!batch_of.emplace(id, rest.substr(0, rest.find('\t'))).second)
      lines.fail("the id " + shown_name(id) + " stands a second time");
  }
  return batch_of;
}

int convert(const MailArguments& a) {
  std::map<std::string, std::string> batch_of;
  if (!a.batches.empty()) batch_of = read_batches(a.batches);
  Index without = 0;
  OutputFile out("");
  for_each_email(a, [&](Email& email) {
    if (!a.batches.empty()) {
      const auto at = batch_of.find(email.id);
      without += at == batch_of.end();
      if (at != batch_of.end()) email.batch = at->second;
    }
    out.write(email_to_json(email));
    out.write('\n');
  });
  out.commit();
  if (without > 0)
    say(fmt::format("costruct-mail: note: {} not in {}", counted(without, "mail is", "mails are"),
                    a.batches.string()));
  return kDone;
}

// Reads the batch of each email from a file of `batches`, or of `costruct stream`, whose lines are
// JSON objects.
std::map<std::string, std::string> read_assignments(const std::filesystem::path& file) {
  LineReader lines(file);
  std::string_view line;
  if (!lines.next(line) || !line.starts_with('{')) return read_batches(file);
  std::map<std::string, std::string> batch_of;
  do {
    try {
      const nlohmann::json assignment = nlohmann::json::parse(line);
      const nlohmann::json& id = assignment.at("id");
      const std::string name = id.is_string() ? id.get<std::string>() : id.dump();
      if (!batch_of.emplace(name, assignment.at("batch").dump()).second)
        lines.fail("the id " + shown_name(name) + " stands a second time");
    } catch (const nlohmann::json::exception&) {
      lines.fail("expected {\"id\": ..., \"batch\": ...}, found " + shown_name(line));
    }
  } while (lines.next(line));
  return batch_of;
}

/// A block of features in the rows that `words` writes.
struct WordBlock {
  std::string name;
  std::vector<std::vector<Index>>
      clusters;  // the words of a cluster are summed; empty: each email alone
  std::vector<std::vector<Index>> rows =
      {};  // the emails that get each sum; empty: those of the cluster

  const std::vector<Index>& mails_of(std::size_t cluster) const {
    return rows.empty() ? clusters[cluster] : rows[cluster];
  }
};

// Writes lines {"labeled": [...], "holdout": [...]}. Batches are taken in random order until there
// are enough emails. No batch is in both lists.
void write_word_splits(const MailArguments& a, const std::vector<std::vector<Index>>& batches) {
  OutputFile out(a.splits);
  for (Index repetition = 0; repetition < a.repetitions; ++repetition) {
    RandomStream random(a.options.seed, static_cast<std::uint64_t>(repetition), "word splits");
    std::vector<std::vector<Index>> shuffled = batches;
    random.shuffle(shuffled);
    std::vector<Index> labeled, holdout;
    for (const std::vector<Index>& batch : shuffled) {
      std::vector<Index>& part = std::ssize(labeled) < a.labeled ? labeled : holdout;
      for (const Index mail : batch) part.push_back(mail + 1);
    }
    random.shuffle(labeled);
    if (std::ssize(labeled) > a.labeled) labeled.resize(static_cast<std::size_t>(a.labeled));
    out.write(nlohmann::json{{"labeled", labeled}, {"holdout", holdout}}.dump() + "\n");
  }
  out.commit();
}

int words(const MailArguments& a) {
  BatchWords words;
  std::vector<std::string> ids, batches;
  std::vector<bool> spam;
  for_each_email(a, [&](Email& email) {
    if (!email.label)
      throw DataError("mail " + shown_name(email.id) +
                      " has no label: expected spam or another one");
    words.add(email);
    ids.push_back(email.id);
    batches.push_back(email.batch.value_or(""));
    spam.push_back(*email.label == "spam");
  });
  words.number_words(a.at_least);
  const std::vector<std::vector<Index>> ideal = clusters_by_name(batches);
  std::vector<WordBlock> blocks = {{"single", {}}, {"ideal", ideal}};
  for (const std::string& named : a.assignments) {
    const std::size_t sign = named.find('=');
    if (sign == std::string::npos || sign == 0)
      throw ConfigError("--by " + shown_name(named) + ": expected NAME=FILE");
    const std::string file = named.substr(sign + 1);
    const auto batch_of = read_assignments(file);
    std::vector<std::string> names;
    Index missing = 0;
    for (const std::string& id : ids) {
      const auto at = batch_of.find(id);
      missing += at == batch_of.end();
      names.push_back(at == batch_of.end() ? "" : at->second);
    }
    if (missing == words.size()) throw DataError(shown_name(file) + ": none of the mails is in it");
    if (missing > 0)
      say(fmt::format("costruct-mail: note: {} not in {}: batches of their own",
                      counted(missing, "mail is", "mails are"), shown_name(file)));
    blocks.push_back({named.substr(0, sign), clusters_by_name(names)});
  }
  for (const double noise : a.noise)
    blocks.push_back({fmt::format("noise_{}", noise),
                      with_wrong_mails(ideal, words.size(), noise, a.options.seed), ideal});

  std::vector<std::string> rows;
  for (const bool is_spam : spam) rows.push_back(is_spam ? "1" : "-1");
  nlohmann::json groups = nlohmann::json::array();
  Index first = 1;
  for (const WordBlock& block : blocks) {
    const Index last = first + words.num_words() + BatchWords::kMoreFeatures - 1;
    groups.push_back({{"name", block.name}, {"first", first}, {"last", last}});
    const auto append = [&](Index mail, const std::string& text) {
      rows[static_cast<std::size_t>(mail)] += text;
    };
    const auto text_of = [&](const WordRow& row) {
      std::string text;
      for (const auto& [feature, value] : row)
        text += fmt::format(" {}:{:.6g}", first + feature, value);
      return text;
    };
    for (Index mail = 0; block.clusters.empty() && mail < words.size(); ++mail)
      append(mail, text_of(words.row_of_mail(mail)));
    for (std::size_t c = 0; c < block.clusters.size(); ++c) {
      const std::string text = text_of(words.row_of_batch(block.clusters[c]));
      for (const Index mail : block.mails_of(c)) append(mail, text);
    }
    first = last + 1;
  }
  OutputFile out("");
  for (const std::string& row : rows) out.write(row + "\n");
  out.commit();
  if (!a.splits.empty()) write_word_splits(a, ideal);
  say(fmt::format("{}, {} of them spam, {}; \"groups\": {}", counted(std::ssize(ids), "mail"),
                  std::count(spam.begin(), spam.end(), true), counted(words.num_words(), "word"),
                  groups.dump()));
  return kDone;
}

int batches(const MailArguments& a) {
  std::vector<std::string> ids;
  NearDuplicates mails;
  for_each_email(a, [&](Email& email) {
    ids.push_back(email.id.empty() ? fmt::format("#{}", ids.size() + 1) : visible_text(email.id));
    mails.add(shingles_of(email));
  });
  const std::vector<Index> clusters = mails.clusters();
  std::vector<Index> sizes(ids.size() + 1, 0);
  for (const Index cluster : clusters) ++sizes[cluster];
  OutputFile out("");
  out.write("id\tcluster\tcluster_size\n");
  for (std::size_t i = 0; i < ids.size(); ++i)
    out.write(fmt::format("{}\t{}\t{}\n", ids[i], clusters[i], sizes[clusters[i]]));
  out.commit();
  Index batches = 0, in_batches = 0, largest = 0;
  for (const Index size : sizes) {
    if (size > 1) ++batches, in_batches += size;
    largest = std::max(largest, size);
  }
  say(fmt::format("{}, {} of two or more with {}, the largest {}", counted(std::ssize(ids), "mail"),
                  counted(batches, "batch", "batches"), counted(in_batches, "mail"), largest));
  return kDone;
}

void add_generate(CLI::App& app, MailArguments& a, std::function<int()>& action) {
  CLI::App* command = app.add_subcommand(
      "generate", "make up a stream of mails, as JSON lines with batch and label");
  command->add_option("--emails", a.emails, "how many")
      ->check(CLI::Range(Index{0}, Index{1} << 40))
      ->capture_default_str();
  command->add_option("--seed", a.options.seed, "other seeds give other mails")
      ->capture_default_str();
  command
      ->add_option("--obfuscation", a.options.obfuscation,
                   "how much each mail of a batch is changed, from 0 (by the template's own slots "
                   "alone) to 1")
      ->capture_default_str();
  command
      ->add_option("--batch-size", a.options.batch_size,
                   "mean number of mails of a batch, 1 or more")
      ->capture_default_str();
  command->add_option("--active", a.options.active, "templates in use at a time")
      ->capture_default_str();
  command
      ->add_option("--singletons", a.options.singletons,
                   "share of mails that belong to no batch, from 0 to 1")
      ->capture_default_str();
  command->add_option("--ham", a.ham,
                      "JSON lines of mails to take for these, but those labeled spam; after the "
                      "last one they are made up");
  command->footer(
      "Example:\n"
      "  costruct-mail generate --emails 100000 --batch-size 50 --obfuscation 0.2 --ham "
      "ham.jsonl.xz | xz > "
      "stream.jsonl.xz");
  command->callback([&] { action = [&a] { return generate(a); }; });
}

void add_paths(CLI::App* command, MailArguments& a) {
  command->add_option("PATH", a.paths, "files, plain, gzip or xz; folders of maildir format")
      ->required();
}

void add_convert_and_batches(CLI::App& app, MailArguments& a, std::function<int()>& action) {
  const CLI::IsMember formats({"jsonl", "mbox", "maildir"});
  CLI::App* convert_command =
      app.add_subcommand("convert", "read mails of any format and write them as JSON lines");
  convert_command
      ->add_option("--format", a.format, "jsonl, mbox or maildir (a folder of a file a mail)")
      ->required()
      ->check(formats);
  convert_command->add_option("--batches", a.batches,
                              "id TAB batch, as `batches` writes them: to be added to the mails");
  add_paths(convert_command, a);
  convert_command->footer(
      "Example:\n  costruct-mail convert --format maildir ~/Mail/inbox > inbox.jsonl");
  convert_command->callback([&] { action = [&a] { return convert(a); }; });

  CLI::App* batches_command = app.add_subcommand(
      "batches", "group mails that are near-duplicates: id TAB cluster TAB cluster_size");
  batches_command->add_option("--format", a.format, "jsonl, mbox or maildir; default jsonl")
      ->check(formats);
  add_paths(batches_command, a);
  batches_command->footer(
      "Words of the visible text in lower case, addresses, links and numbers masked; sets of four "
      "words in a "
      "row; single\n"
      "linkage at a Jaccard similarity of 0.5 or more. Every link is found.\n"
      "Example:\n  costruct-mail batches mails.jsonl.xz > batches.tsv");
  batches_command->callback([&] {
    action = [&a] {
      if (a.format.empty()) a.format = "jsonl";
      return batches(a);
    };
  });
}

void add_words(CLI::App& app, MailArguments& a, std::function<int()>& action) {
  CLI::App* command = app.add_subcommand(
      "words", "word counts of mails and of their batches, as svmlight rows: 1 spam, -1 other");
  command->add_option("--by", a.assignments,
                      "NAME=FILE: a block of features by the batches that `costruct stream` "
                      "assigned, or `batches` found");
  command
      ->add_option("--noise", a.noise,
                   "a block by the true batches with so many wrong mails for each right one")
      ->check(number_in(0, 10));
  command->add_option("--at-least", a.at_least, "mails that a word must stand in")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--splits", a.splits,
                      "write splits without a batch on both sides, for the protocol split_files");
  command->add_option("--repetitions", a.repetitions, "splits")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--labeled", a.labeled, "labeled mails of a split")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", a.options.seed, "of splits and wrong mails")->capture_default_str();
  add_paths(command, a);
  command->footer(
      "Blocks: single (a mail's own words), ideal (the sums over its true batch, and four features "
      "of it), "
      "then those asked for.\n"
      "Example:\n  costruct-mail words --by stream=assignments.jsonl --noise 0.5 mails.jsonl > "
      "rows.svm");
  command->callback([&] {
    action = [&a] {
      a.format = "jsonl";
      return words(a);
    };
  });
}

int complain(const std::string& message, int code) {
  tell_lines("costruct-mail: error: " + message);
  return code;
}

// The message of CLI11, with the command that the user may have meant.
std::string mail_usage_message(const CLI::App& app, const CLI::ParseError& error, int argc,
                               char** argv) {
  std::string message = visible_text(error.what()), meant;
  if (app.get_subcommands().empty()) {
    const std::string first = argc > 1 ? argv[1] : "";
    const bool is_option = first.starts_with('-');
    const std::vector<std::string> commands = {"generate", "convert", "batches", "words"},
                                   options = {"--help"};
    message = first.empty()
                  ? "a command is required"
                  : (is_option ? "unknown option " : "unknown command ") + shown_name(first);
    meant = did_you_mean(first, is_option ? options : commands);
  }
  return message + (meant.empty() ? "; try costruct-mail --help" : ": " + meant);
}

int run(int argc, char** argv) {
  CLI::App app("Mails for batch detection: made up, converted to JSON lines, grouped into batches.",
               "costruct-mail");
  app.set_version_flag("--version", "costruct-mail " COSTRUCT_VERSION);
  app.footer(kExamples);
  app.require_subcommand(1);
  MailArguments arguments;
  std::function<int()> action;
  add_generate(app, arguments, action);
  add_convert_and_batches(app, arguments, action);
  add_words(app, arguments, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    std::ostringstream text;
    const int code = app.exit(asked, text, text);
    print_to_stdout(text.str());
    return code;
  } catch (const CLI::ParseError& error) {
    return complain(mail_usage_message(app, error, argc, argv), kBadConfig);
  }
  return action();
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that becomes too large is a write error
  try {
    return run(argc, argv);
  } catch (const ConfigError& error) {
    return complain(error.what(), kBadConfig);
  } catch (const DataError& error) {
    return complain(error.what(), kBadData);
  } catch (const std::bad_alloc&) {
    return complain("out of memory", kFailed);
  } catch (const std::exception& error) {  // output that cannot be written
    return complain(error.what(), kFailed);
  }
}
