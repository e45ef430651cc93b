#include "costruct/experiments/init/init.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/rounded_duration.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/init/config_text.hpp"
#include "costruct/experiments/init/file_format.hpp"
#include "costruct/experiments/init/proposal.hpp"
#include "costruct/experiments/runs/run.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/number_text.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

namespace fs = std::filesystem;

// The path without parts such as ./ and a/.., if it names the same file then: after a link it may
// not. The estimate of time names files so, and a note on a file is told once for each name.
fs::path without_detours(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  std::error_code failed;
  return fs::equivalent(path, normal, failed) ? normal : path;
}

// The path of a file as a config in `out` names it.
std::string path_in_config(const fs::path& file, const fs::path& out) {
  if (file.is_absolute() || out.empty()) return file.string();
  return fs::proximate(fs::absolute(file), fs::absolute(out)).string();
}

// The last part of a path up to the first point, as far as it can name a folder; "" if it cannot.
std::string plain_name(const fs::path& path) {
  fs::path normal = fs::absolute(path).lexically_normal();
  if (!normal.has_filename()) normal = normal.parent_path();  // ends with a slash
  const std::string stem = normal.filename().string();
  std::string name;
  for (const unsigned char c : stem.substr(0, std::min<std::size_t>(stem.find('.'), 100))) {
    const bool is_plain = std::isalnum(c) != 0 || c == '-' || c == '_';
    name += is_plain ? static_cast<char>(c) : '_';
  }
  return name;
}

// The name of the run: that of the file, that of the folder of the configs if it is given, and
// _init. So runs of other configs for this file have other folders.
std::string run_name(const fs::path& file, const fs::path& out) {
  std::string name = plain_name(file);
  if (name.empty() || name.front() == '-') name = "data";
  if (const std::string folder = out.empty() ? "" : plain_name(out); !folder.empty())
    name += "_" + folder;
  return name + "_init";
}

// Whether a word of the name says that the file is for tests: own.test.txt, en-dev.conllu.
bool is_called_test(const fs::path& file) {
  std::string word;
  for (const char c : file.filename().string() + ".") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      continue;
    }
    for (const char* name : {"test", "tests", "testa", "testb", "dev", "valid", "validation"}) {
      if (word == name) return true;
    }
    word.clear();
  }
  return false;
}

// Whether lines have the ten columns of CoNLL-U, the first of them numbers, without TABs.
bool has_blanks_for_tabs(const FileSample& sample) {
  constexpr std::size_t kColumns = 10;
  std::size_t lines = 0, right = 0;
  for (const std::string_view line : sample.lines()) {
    const std::vector<std::string_view> fields = blank_separated(line);
    if (fields.empty() || fields.front().starts_with('#')) continue;
    ++lines;
    right += fields.size() == kColumns && line.find('\t') == std::string_view::npos &&
             std::isdigit(static_cast<unsigned char>(fields.front().front())) != 0;
  }
  return 10 * right > 9 * lines;
}

// Looks at files and gathers what the proposal needs.
class Initializer {
 public:
  explicit Initializer(const InitRequest& request) : request_(request) {}

  InitFacts look() {
    refuse_same_files();
    find_main_file();
    look_at_main_file();
    decide_problem();
    tell_columns_of_texts();
    for (const fs::path& file : request_.files) {
      if (file != main_) look_at_other(file);
    }
    for (const fs::path& file : request_.unlabeled) look_at_unlabeled(file);
    place_texts();
    if (!facts_.labeled_look.is_whole)
      say(fmt::format("{}: large: its first {} examples were looked at", main_.string(),
                      facts_.labeled_look.examples()));
    return std::move(facts_);
  }

 private:
  static FileSample sample_of(const fs::path& path) {
    return FileSample(files_of_path(path).front());
  }

  // An experiment hides labels itself, and holds examples out.
  void refuse_same_files() const {
    std::vector<fs::path> all = request_.files;
    all.insert(all.end(), request_.unlabeled.begin(), request_.unlabeled.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        std::error_code failed;
        if (fs::equivalent(all[i], all[j], failed))
          throw ConfigError(all[i].string() +
                            ": is given twice. Name it once: an experiment takes labeled, "
                            "unlabeled and held-out examples from one file");
      }
    }
  }

  // The first file that has labels is the one that decides about the format.
  void find_main_file() {
    for (const fs::path& file : request_.files) {
      const FileSample sample = sample_of(file);
      if (wants_trees()) refuse_text_for_parser(file, sample);
      const bool is_last = file == request_.files.back();
      if (!is_last && request_.format.empty() &&
          recognise_file(sample, hints_on(file, request_.label)).empty())
        continue;
      RecognisedFormat found = best_format(file, sample, {request_.format, request_.label});
      if (const Format* wanted = format_for_problem(*found.format); wanted != found.format)
        found = best_format(file, sample, {wanted->name, request_.label});
      if (found.recognition.unlabeled) {
        if (!is_last) continue;
        if (found.format->name == "conllu_trees")
          throw ConfigError(fmt::format(
              "{0}: {1}, and columns 7 and 8 (HEAD, DEPREL) of all tokens are _. Name a file with "
              "heads and relations first: costruct init LABELED --unlabeled {0}",
              file.string(), found.recognition.kind));
        throw ConfigError(fmt::format(
            "{0}: {1}, and no token has a label. Name a file with labels first{2}: costruct init "
            "LABELED --unlabeled {0}",
            file.string(), found.recognition.kind,
            found.format->name == "conll" ? ", with a word and its label in each line" : ""));
      }
      if (!request_.label.empty() && !found.recognition.takes_label)
        throw ConfigError(
            fmt::format("--label {}: {} is {}, and such files have one place for labels: leave "
                        "--label out",
                        request_.label, file.string(), found.recognition.kind));
      main_ = file;
      facts_.format = found.format;
      facts_.recognition = std::move(found.recognition);
      break;
    }
    facts_.name = run_name(main_, request_.out);
    const bool has_blanks = facts_.format->name == "conll" && has_blanks_for_tabs(sample_of(main_));
    const std::string blanks =
        "It looks like CoNLL-U with blanks in place of TABs. To have it read as CoNLL-U, write "
        "TABs between the ten columns.";
    if (has_blanks && request_.label.empty())
      throw ConfigError(
          fmt::format("{}: {} To learn one of the columns all the same, name it with "
                      "--label NUMBER.",
                      main_.string(), blanks));
    if (!facts_.recognition.question.empty()) throw ConfigError(facts_.recognition.question);
    say(fmt::format("{}: {}.", main_.string(), facts_.recognition.kind));
    if (has_blanks) say("  " + blanks);
    for (const std::string& seen : facts_.recognition.saw) say("  " + seen);
    Json block = facts_.recognition.block;
    block["format"] = facts_.format->name;
    block["train"] = main_.string();
    ConfigErrors errors;
    check_data_block(block, "data", errors);
    errors.throw_if_any(
        fmt::format("{}: cannot be read as {}", main_.string(), facts_.format->name));
  }

  bool wants_trees() const {
    return request_.problem == "dependency" || request_.format == "conllu_trees";
  }

  // A parser learns from trees, and other sentences have the same columns.
  static void refuse_text_for_parser(const fs::path& file, const FileSample& sample) {
    if (!is_plain_text(sample) || !recognise_file(sample).empty()) return;
    throw ConfigError(fmt::format(
        "{0}: plain text, and a parser takes CoNLL-U. This command converts it, a sentence from "
        "each line: costruct convert {0} --plain-text lines --to conllu --output raw.conllu. Then "
        "name a treebank first: costruct init TREEBANK raw.conllu --problem dependency",
        file.string()));
  }

  // The format that reads the same files for the problem that the user names.
  const Format* format_for_problem(const Format& format) const {
    const ProblemEntry* problem = find_problem(request_.problem);
    if (problem == nullptr) return &format;
    const Format* wanted = find_format_for(format.name, problem->input);
    return wanted->input == problem->input ? wanted : &format;
  }

  // How labels are read, if they are.
  LabelUse label_use() const {
    return facts_.recognition.problem == kSeveral ? LabelUse::kSets : LabelUse::kRequired;
  }

  FileLook look_at(const fs::path& file, LabelUse use) const {
    Json block = facts_.recognition.block;
    block["format"] = facts_.format->name;
    return look_at_files(*facts_.format, block, files_of_path(file), use);
  }

  // " (B-GENE, I-GENE, O)", or "" for many labels.
  std::string names_of_few_labels() const {
    constexpr std::size_t kFew = 5;
    const auto& labels = facts_.labeled_look.examples_with;
    if (labels.size() > kFew) return "";
    std::string names;
    for (const auto& [label, count] : labels)
      names += (names.empty() ? "" : ", ") + shown_name(label);
    return " (" + names + ")";
  }

  void look_at_main_file() {
    facts_.labeled_look = look_at(main_, label_use());
    facts_.train = {path_in_config(main_, request_.out)};
    const FileLook& look = facts_.labeled_look;
    std::string size = counted(look.labeled, "labeled example");
    if (look.in_part > 0) size += fmt::format(", {} labeled in part", look.in_part);
    if (look.unlabeled > 0) size += fmt::format(", {} without a label", look.unlabeled);
    if (look.parts > look.examples())
      size += fmt::format(", {} {}", look.parts,
                          facts_.recognition.problem == "graph" ? "nodes" : "tokens");
    if (!look.examples_with.empty())
      size += fmt::format(", {}{}{}",
                          counted(static_cast<Index>(look.examples_with.size()), "different label"),
                          facts_.recognition.has_chunks ? " of words" : "", names_of_few_labels());
    say(fmt::format("  {}.", size));
    if (look.labeled + look.in_part == 0)
      throw ConfigError(
          main_.string() + ": no example has a label" +
          (facts_.recognition.problem == "clustering"
               ? ": emails need a batch; `costruct-mail batches` guesses them "
                 "(docs/email_data.md)"
               : ": name a file with labels first, as costruct init LABELED " + main_.string()));
    if (look.examples_with.size() == 1 && look.in_part == 0 && look.unlabeled == 0)
      throw ConfigError(fmt::format("{}: all labels are {}, so there is nothing to learn{}",
                                    main_.string(), shown_name(look.examples_with.begin()->first),
                                    other_column()));
  }

  void decide_problem() {
    constexpr Index kMostClasses = 20, kRowsOfClass = 10;
    facts_.problem = facts_.recognition.problem;
    const FileLook& look = facts_.labeled_look;
    if (facts_.problem.empty()) {
      const auto labels = static_cast<Index>(look.examples_with.size());
      const bool many = labels > std::max(kMostClasses, look.labeled / kRowsOfClass);
      const bool measured = look.numbers && (many || (look.fractions && labels > 2));
      facts_.problem = measured ? "regression" : "multiclass";
      if (look.numbers)
        say(
            fmt::format("  The labels are numbers, {} of them different, so the problem is {}. To "
                        "take another one, use --problem {}.",
                        labels, facts_.problem, measured ? "multiclass" : "regression"));
      if (!look.numbers && many && 2 * labels > look.labeled && request_.problem.empty())
        throw ConfigError(
            fmt::format("{}: {} different labels in {} rows: is this the column to predict? Say "
                        "--label COLUMN, "
                        "or --problem multiclass",
                        main_.string(), labels, look.labeled));
    }
    if (request_.problem.empty()) {
      refuse_numbers_of_rows();
      return;
    }
    const ProblemEntry* problem = find_problem(request_.problem);
    if (problem == nullptr)
      throw ConfigError("--problem " + shown_name(request_.problem) + ": " +
                        suggestion(request_.problem, problem_catalog().names()));
    if (facts_.problem == kSeveral && request_.problem != kSeveral &&
        request_.problem != "multiclass")
      refuse_lists();
    if (problem->input != facts_.format->input)
      throw ConfigError(fmt::format("--problem {}: takes {}, but {} holds {}", request_.problem,
                                    problem->input, main_.string(), facts_.format->input));
    if (problem->predicts_numbers && request_.problem != "regression")
      throw ConfigError(
          fmt::format("--problem {}: predicts numbers, and init chooses learners of "
                      "numbers for regression alone: write a config",
                      request_.problem));
    if (facts_.problem == kSeveral && request_.problem == "multiclass") take_commonest_topic();
    facts_.problem = request_.problem;
    refuse_regression_on_names();
  }

  // Whole numbers that are consecutive name the rows, as an index does.
  void refuse_numbers_of_rows() const {
    constexpr Index kFewest = 5;
    const FileLook& look = facts_.labeled_look;
    const auto labels = static_cast<Index>(look.examples_with.size());
    if (facts_.problem != "regression" || look.fractions || labels != look.labeled ||
        labels < kFewest)
      return;
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max(), last = 0;
    for (const auto& [text, count] : look.examples_with) {
      const auto number = whole_number(text);
      if (!number) return;
      first = std::min(first, *number);
      last = std::max(last, *number);
    }
    if (last - first != static_cast<std::uint64_t>(labels) - 1) return;
    throw ConfigError(
        fmt::format("{}: the labels number the rows from {} to {}. If they are values to predict, "
                    "say --problem "
                    "regression{}",
                    main_.string(), first, last, other_column()));
  }

  // How to name another column to predict; "" if the file has one place for labels.
  const char* other_column() const {
    return facts_.recognition.takes_label ? "; --label COLUMN names another column" : "";
  }

  [[noreturn]] void refuse_lists() const {
    throw ConfigError("--problem " + request_.problem +
                      ": the labels are lists, which problem several takes");
  }

  void refuse_regression_on_names() const {
    const FileLook& look = facts_.labeled_look;
    if (facts_.problem != "regression" || look.numbers || look.examples_with.empty()) return;
    throw ConfigError(fmt::format(
        "--problem regression: the labels of {} are no numbers, as {}: --problem multiclass "
        "predicts names{}",
        main_.string(), shown_name(look.examples_with.begin()->first), other_column()));
  }

  // Says what becomes of the columns of texts, which regressors do not take.
  void tell_columns_of_texts() const {
    if (!facts_.format->has_rows(RowKind::kTable)) return;
    const char* const fate = facts_.problem == "regression"
                                 ? " and is left out, as regression takes no texts."
                                 : ". Its words are features.";
    for (const Json& feature : facts_.recognition.block.value("features", Json::array()))
      say(fmt::format("  Column {} has texts{}", feature.value("column", ""), fate));
  }

  // Takes the label that most rows with lists have, against the rest.
  void take_commonest_topic() {
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    auto examples_with = facts_.labeled_look.examples_with;
    std::erase_if(examples_with, [](const auto& each) {
      return each.first == kUnlabeledMark || each.first == "+1" || each.first == "-1";
    });
    const auto topic = std::max_element(examples_with.begin(), examples_with.end(), fewer);
    if (topic == examples_with.end() || !facts_.format->has_rows(RowKind::kNumeric)) refuse_lists();
    facts_.recognition.block["topic"] = topic->first;
    say(fmt::format("  \"topic\" makes {} against the rest, the label of most rows.",
                    shown_name(topic->first)));
    facts_.labeled_look.examples_with = {{"+1", topic->second},
                                         {"-1", facts_.labeled_look.labeled - topic->second}};
  }

  // Throws if a table lacks a column that is a feature.
  void check_columns(const fs::path& file, const FileLook& look) const {
    const Json& block = facts_.recognition.block;
    const Json ignored = block.value("ignore", Json::array());
    for (const std::string& name : facts_.labeled_look.columns) {
      if (name == block.value("target", "") ||
          std::find(ignored.begin(), ignored.end(), name) != ignored.end() ||
          std::find(look.columns.begin(), look.columns.end(), name) != look.columns.end())
        continue;
      throw ConfigError(
          fmt::format("{}: no column {}, which {} has: write the same columns, except "
                      "the target",
                      file.string(), shown_name(name), main_.string()));
    }
  }

  // A file without the option --unlabeled: it has labels, or else none.
  // Whether lines have a column less than those of the main file, and the last one has its labels.
  // Then the file would be read as one without labels.
  bool ends_with_labels(const fs::path& file) const {
    if (!facts_.format->has_columns() || !facts_.format->rows->lines_are_parts) return false;
    const std::size_t columns = facts_.format->columns(facts_.recognition.block).size();
    const FileSample sample = sample_of(file);
    std::size_t lines = 0, labels = 0;
    for (const std::string_view line : sample.lines()) {
      const std::vector<std::string_view> fields = blank_separated(line);
      if (fields.empty()) continue;
      ++lines;
      labels += fields.size() > 1 && fields.size() + 1 == columns &&
                facts_.labeled_look.examples_with.contains(std::string(fields.back()));
    }
    return 10 * labels > 9 * lines;
  }

  void look_at_other(const fs::path& file) {
    FileLook look;
    try {
      look = look_at(file, label_use());
    } catch (const DataError&) {
      if (ends_with_labels(file))
        throw ConfigError(fmt::format(
            "{}: its last column has labels of {}, but its other columns differ: write it "
            "with the same columns, or name the file with labels first",
            file.string(), main_.string()));
      look_at_unlabeled(file);
      return;
    }
    if (look.labeled + look.in_part == 0) return look_at_unlabeled(file);
    check_columns(file, look);
    const auto& known = facts_.labeled_look.examples_with;
    if (look.examples_with.size() == 1 && known.size() > 1 && facts_.problem != "regression" &&
        !known.contains(look.examples_with.begin()->first))
      throw ConfigError(fmt::format(
          "{}: all labels are {}, which {} does not have: if it stands for no label, say "
          "--unlabeled {}",
          file.string(), shown_name(look.examples_with.begin()->first), main_.string(),
          file.string()));
    const std::string path = path_in_config(file, request_.out);
    if (is_called_test(file)) {
      facts_.test.push_back(path);
      say(
          fmt::format("{}: {}, taken as a test set because of its name: train.json scores on it, "
                      "and the experiment does not use it.",
                      file.string(), counted(look.labeled, "labeled example")));
      return;
    }
    facts_.train.push_back(path);
    facts_.labeled_look.labeled += look.labeled;
    facts_.labeled_look.unlabeled += look.unlabeled;
    facts_.labeled_look.in_part += look.in_part;
    for (const auto& [label, count] : look.examples_with)
      facts_.labeled_look.examples_with[label] += count;
    say(fmt::format("{}: {} more (--unlabeled {} ignores their labels).", file.string(),
                    counted(look.labeled, "labeled example"), file.string()));
  }

  void look_at_unlabeled(const fs::path& file) {
    std::string why;
    const FileSample sample = sample_of(file);
    const bool takes_text =
        extractor_input(*facts_.format) == ExtractorInput::kTokens && facts_.format->has_columns();
    const bool is_text = takes_text && is_plain_text(sample) && facts_.format->name != "brown" &&
                         recognise_file(sample).empty();
    if (!is_text || !request_.format.empty()) {
      try {
        take_unlabeled(file, sample);
        return;
      } catch (const DataError& error) {
        why = error.what();
      }
    }
    if (facts_.problem == "dependency") refuse_text_for_parser(file, sample);
    if (!is_text)
      throw ConfigError(fmt::format(
          "{}: cannot be read as {} is ({}). Give both files the same columns, and name the file "
          "with labels first",
          file.string(), main_.string(), why));
    texts_.push_back(file);
  }

  void take_unlabeled(const fs::path& file, const FileSample& sample) {
    const FileLook look = look_at(file, LabelUse::kIgnored);
    if (look.examples() == 0) throw ConfigError(file.string() + ": has no examples");
    check_columns(file, look);
    facts_.unlabeled.push_back(path_in_config(file, request_.out));
    facts_.unlabeled_look.unlabeled += look.examples();
    say(fmt::format("{}: {}, read without labels.", file.string(),
                    counted(look.examples(), "example")));
    if (facts_.problem == "dependency") compare_tags(facts_.format->recognise(sample, {}).block);
  }

  // Features have no tags and no FEATS that other sentences lack. Clusters of words stand in for
  // tags.
  void compare_tags(const Json& of_others) {
    Json& block = facts_.recognition.block;
    if (!of_others.contains("features")) block.erase("features");
    if (of_others.at("tag") != block.at("tag") && of_others.at("tag") != "both")
      block["tag"] = block.at("tag") == "both" ? of_others.at("tag") : Json("none");
    if (block.at("tag") == "none") block["clusters"] = {30, 200};
  }

  // Plain text has words alone, so features of other columns would be missing there.
  void drop_features_of_columns() {
    Json& block = facts_.recognition.block;
    if (!block.contains("features")) return;
    Json kept = Json::array();
    std::vector<std::string> dropped;
    for (const Json& feature : block.at("features")) {
      const std::string column = feature.value("column", kWordColumn);
      column == kWordColumn ? kept.push_back(feature) : dropped.push_back(column);
    }
    if (dropped.empty()) return;
    block["features"] = std::move(kept);
    say(
        fmt::format("  Features are made of words alone: plain text has no column {}. To use such "
                    "columns, give unlabeled sentences that have them.",
                    one_of(dropped)));
  }

  // Plain texts are unlabeled data if the format takes text and no other unlabeled files are given.
  // Otherwise vectors of words are learned from one.
  void place_texts() {
    if (texts_.empty()) return;
    const std::vector<OptionInfo>& options = facts_.format->options;
    const bool takes_files =
        std::any_of(options.begin(), options.end(),
                    [](const OptionInfo& info) { return info.name == kUnlabeledTextOption; });
    if (takes_files && facts_.unlabeled.empty()) {
      facts_.unlabeled_is_text = true;
      drop_features_of_columns();
      for (const fs::path& file : texts_) {
        const FileLook look = look_at_plain_text(*facts_.format, facts_.recognition.block, file);
        if (look.unlabeled == 0) throw ConfigError(file.string() + ": has no words");
        facts_.unlabeled.push_back(path_in_config(file, request_.out));
        facts_.unlabeled_look.unlabeled += look.unlabeled;
        say(fmt::format(
            "{}: plain text: {}{}, one on each line, are unlabeled data (unlabeled_text). Each "
            "punctuation mark becomes a word. Words such as don't and it's stay whole. If your "
            "labeled file splits them, split the text in the same way (docs/formats.md, Plain "
            "text).",
            file.string(), look.is_whole ? "" : "more than ", counted(look.unlabeled, "sentence")));
      }
      return;
    }
    if (texts_.size() > 1)
      throw ConfigError(texts_[1].string() +
                        ": is a second plain text beside files with columns: join the texts");
    facts_.text = path_in_config(texts_.front(), request_.out);
    say(fmt::format(
        "{}: plain text: vectors of words are learned from it (text of the extractor "
        "distribution). A line is a sentence. Words are taken between blanks here, so 'mg.' is not "
        "'mg'. Put blanks before punctuation, or use unlabeled with unlabeled_text.",
        texts_.front().string()));
  }

  const InitRequest& request_;
  fs::path main_;
  std::vector<fs::path> texts_;  // plain texts, until place_texts()
  InitFacts facts_;
};

void refuse_existing(const fs::path& file) {
  std::error_code failed;
  if (fs::exists(fs::symlink_status(file, failed)))
    throw ConfigError(file.string() +
                      ": exists, and init overwrites nothing: remove it, or name another folder "
                      "with --out DIR");
}

// The text of a config that is valid.
std::string checked_text(const CommentedConfig& proposed, const fs::path& file) {
  std::string text = config_text(proposed.config, proposed.comments);
  ConfigErrors errors;
  check_config(parse_json(text, file.string(), errors, Comments::kAllowed), file, errors);
  return text;
}

// ", which takes about 12 seconds on an idle machine", by the CPU time of a few of its cells; "" if
// they fail, after a note.
std::string about_time(const fs::path& experiment) {
  constexpr double kPilotSeconds = 2;
  RunRequest request;
  request.config = experiment;
  try {
    const double seconds = estimate_seconds(request, kPilotSeconds);
    return std::isnan(seconds)
               ? ""
               : ", which takes about " + rounded_duration(seconds) + " on an idle machine";
  } catch (const UserError& error) {
    say(fmt::format("costruct: note: the experiment cannot run as it is: {}", error.what()));
    return "";
  }
}

// Why no experiment is written for examples of which some are labeled in part.
std::string no_experiment_text(const InitFacts& facts) {
  const FileLook& look = facts.labeled_look;
  const bool is_sentence = facts.problem == "sequence" || facts.problem == "dependency";
  const std::string first =
      look.first_in_part > 0 ? fmt::format(" (the first is in line {})", look.first_in_part) : "";
  return fmt::format(
      "No {}: {} of {} have {} without a label, and an experiment cannot use these{}. To get one, "
      "remove them or write them into a file of their own under --unlabeled, and run init again.",
      kExperimentFile, look.in_part, counted(look.examples(), is_sentence ? "sentence" : "example"),
      is_sentence ? "tokens" : "parts", first);
}

}  // namespace

void init_configs(const InitRequest& as_typed) {
  InitRequest request = as_typed;
  for (auto* files : {&request.files, &request.unlabeled})
    std::transform(files->begin(), files->end(), files->begin(), without_detours);
  const fs::path experiment = request.out / kExperimentFile, training = request.out / kTrainingFile;
  refuse_existing(experiment);
  refuse_existing(training);
  InitFacts facts = Initializer(request).look();
  const bool in_part = facts.labeled_look.in_part > 0;
  const std::string no_experiment = no_experiment_text(facts);
  facts.labeled_look.labeled += facts.labeled_look.in_part;  // they have labels to learn from
  const InitProposal proposal = propose_configs(facts);
  const std::string experiment_text = in_part ? "" : checked_text(proposal.experiment, experiment);
  const std::string training_text = checked_text(proposal.training, training);
  for (std::size_t i = 0; !in_part && i < proposal.why.size(); ++i) say(proposal.why[i]);
  if (!request.out.empty()) make_folder(request.out);
  write_file(training, training_text);
  if (in_part) {
    say(no_experiment);
    say(fmt::format("Written: {}. Next: costruct train {} --model {}.safetensors",
                    training.string(), training.string(), facts.name));
    return;
  }
  write_file(experiment, experiment_text);
  say(fmt::format("Written: {} and {}.", experiment.string(), training.string()));
  say(fmt::format("Next: costruct run {}{}. It ends with the command that trains the best learner.",
                  experiment.string(), about_time(experiment)));
}

}  // namespace costruct::experiments
