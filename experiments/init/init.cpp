#include "costruct/experiments/init/init.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/data_block.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/experiments/config/config.hpp"
#include "costruct/experiments/init/config_text.hpp"
#include "costruct/experiments/init/file_format.hpp"
#include "costruct/experiments/init/proposal.hpp"
#include "costruct/io/json_file.hpp"
#include "costruct/io/output_file.hpp"
#include "costruct/io/terminal.hpp"

namespace costruct::experiments {
namespace {

namespace fs = std::filesystem;

// The path of a file as a config in `out` names it.
std::string path_in_config(const fs::path& file, const fs::path& out) {
  if (file.is_absolute() || out.empty()) return file.string();
  return fs::proximate(fs::absolute(file), fs::absolute(out)).string();
}

// The name of the run. It is that of the file, as far as it can name a folder, with _init behind
// it. So runs of other configs for this file have other folders.
std::string run_name(const fs::path& file) {
  std::string name;
  const std::string stem = fs::absolute(file).lexically_normal().filename().string();
  for (const unsigned char c : stem.substr(0, std::min<std::size_t>(stem.find('.'), 100))) {
    const bool is_plain = std::isalnum(c) != 0 || c == '-' || c == '_';
    name += is_plain ? static_cast<char>(c) : '_';
  }
  return (name.empty() || name.front() == '-' ? "data" : name) + "_init";
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

// Looks at files and gathers what the proposal needs.
class Initializer {
 public:
  explicit Initializer(const InitRequest& request) : request_(request) {}

  InitFacts look() {
    find_main_file();
    look_at_main_file();
    decide_problem();
    for (const fs::path& file : request_.files) {
      if (file != main_) look_at_other(file);
    }
    for (const fs::path& file : request_.unlabeled) look_at_unlabeled(file);
    if (!facts_.labeled_look.is_whole)
      say(fmt::format("{}: large: its first {} examples were looked at", main_.string(),
                      facts_.labeled_look.examples()));
    return std::move(facts_);
  }

 private:
  static FileSample sample_of(const fs::path& path) {
    return FileSample(files_of_path(path).front());
  }

  // The first file that has labels is the one that decides about the format.
  void find_main_file() {
    for (const fs::path& file : request_.files) {
      const FileSample sample = sample_of(file);
      const bool is_last = file == request_.files.back();
      if (!is_last && request_.format.empty() &&
          recognise_file(sample, hints_on(file, request_.label)).empty())
        continue;
      RecognisedFormat found = best_format(file, sample, {request_.format, request_.label});
      if (found.recognition.unlabeled) {
        if (!is_last) continue;
        throw ConfigError(
            fmt::format("{}: {}: name a file with labels in front of it, in columns word and label",
                        file.string(), found.recognition.kind));
      }
      main_ = file;
      facts_.format = found.format;
      facts_.recognition = std::move(found.recognition);
      break;
    }
    facts_.name = run_name(main_);
    say(fmt::format("{}: {}.", main_.string(), facts_.recognition.kind));
    for (const std::string& seen : facts_.recognition.saw) say("  " + seen);
    if (!facts_.recognition.question.empty()) throw ConfigError(facts_.recognition.question);
    Json block = facts_.recognition.block;
    block["format"] = facts_.format->name;
    block["train"] = main_.string();
    ConfigErrors errors;
    check_data_block(block, "data", errors);
    errors.throw_if_any(
        fmt::format("{}: cannot be read as {}", main_.string(), facts_.format->name));
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
      size += fmt::format(
          ", {}", counted(static_cast<Index>(look.examples_with.size()), "different label"));
    say(fmt::format("  {}.", size));
    if (look.labeled + look.in_part == 0)
      throw ConfigError(main_.string() + ": no example has a label" +
                        (facts_.recognition.problem == "clustering"
                             ? ": emails need a batch; `costruct-mail batches` guesses them "
                               "(docs/email_data.md)"
                             : ": name a file that has labels in front of it"));
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
            fmt::format("  The labels are numbers, {} of them different: problem {} (another one: "
                        "--problem {}).",
                        labels, facts_.problem, measured ? "multiclass" : "regression"));
      if (!look.numbers && many && 2 * labels > look.labeled && request_.problem.empty())
        throw ConfigError(
            fmt::format("{}: {} different labels in {} rows: is this the column to predict? Say "
                        "--label COLUMN, "
                        "or --problem multiclass",
                        main_.string(), labels, look.labeled));
    }
    if (request_.problem.empty()) return;
    const ProblemEntry* problem = find_problem(request_.problem);
    if (problem == nullptr)
      throw ConfigError("--problem " + shown_name(request_.problem) + ": " +
                        suggestion(request_.problem, problem_catalog().names()));
    const bool is_row_problem = request_.problem == "multiclass" ||
                                request_.problem == "regression" || request_.problem == kSeveral;
    if (request_.problem != facts_.problem && !(is_row_problem && facts_.format->input == kRows))
      throw ConfigError(fmt::format("--problem {}: init writes configs of problem {} for {}",
                                    request_.problem, facts_.problem, facts_.recognition.kind));
    if (facts_.problem == kSeveral && request_.problem == "multiclass") take_commonest_topic();
    facts_.problem = request_.problem;
  }

  // Takes the label that most rows with lists have, against the rest.
  void take_commonest_topic() {
    const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    auto examples_with = facts_.labeled_look.examples_with;
    std::erase_if(examples_with, [](const auto& each) {
      return each.first == kUnlabeledMark || each.first == "+1" || each.first == "-1";
    });
    const auto topic = std::max_element(examples_with.begin(), examples_with.end(), fewer);
    if (topic == examples_with.end() || !facts_.format->has_rows(RowKind::kNumeric))
      throw ConfigError("--problem multiclass: the labels are lists, which problem several takes");
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
          fmt::format("{}: {}, by its name for tests: train.json scores on it, and the experiment "
                      "does not use it.",
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
    const bool is_text =
        is_plain_text(sample) && facts_.format->name != "brown" && recognise_file(sample).empty();
    if (!is_text || !takes_text) {
      try {
        const FileLook look = look_at(file, LabelUse::kIgnored);
        check_columns(file, look);
        facts_.unlabeled.push_back(path_in_config(file, request_.out));
        facts_.unlabeled_look.unlabeled += look.examples();
        say(fmt::format("{}: {}, read without labels.", file.string(),
                        counted(look.examples(), "example")));
        return;
      } catch (const DataError& error) {
        why = error.what();
      }
    }
    if (is_text && takes_text && facts_.text.empty()) {
      facts_.text = path_in_config(file, request_.out);
      say(fmt::format(
          "{}: plain text: vectors of words are learned from it (text of the extractor "
          "distribution). A line is a sentence, and blanks stand between words: split it "
          "as {} is, punctuation apart.",
          file.string(), main_.string()));
      return;
    }
    throw ConfigError(
        fmt::format("{}: cannot be read as {} is ({}): write it with the same columns, labels as ? "
                    "or left out; the file with labels stands in front",
                    file.string(), main_.string(), why.empty() ? "a second plain text" : why));
  }

  const InitRequest& request_;
  fs::path main_;
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

}  // namespace

void init_configs(const InitRequest& request) {
  const fs::path experiment = request.out / kExperimentFile, training = request.out / kTrainingFile;
  refuse_existing(experiment);
  refuse_existing(training);
  InitFacts facts = Initializer(request).look();
  const bool in_part = facts.labeled_look.in_part > 0;
  facts.labeled_look.labeled += facts.labeled_look.in_part;  // they have labels to learn from
  const InitProposal proposal = propose_configs(facts);
  const std::string experiment_text = in_part ? "" : checked_text(proposal.experiment, experiment);
  const std::string training_text = checked_text(proposal.training, training);
  for (std::size_t i = 0; !in_part && i < proposal.why.size(); ++i) say(proposal.why[i]);
  if (!request.out.empty()) make_folder(request.out);
  write_file(training, training_text);
  if (in_part) {
    say(fmt::format(
        "Written: {}. An experiment draws examples with all labels or none, so that none "
        "is written for examples that are labeled in part. Next: costruct train {} "
        "--model {}.safetensors",
        training.string(), training.string(), facts.name));
    return;
  }
  write_file(experiment, experiment_text);
  say(fmt::format(
      "Written: {} and {}. Next: costruct run {}, then costruct train {} --model "
      "{}.safetensors",
      experiment.string(), training.string(), experiment.string(), training.string(), facts.name));
}

}  // namespace costruct::experiments
