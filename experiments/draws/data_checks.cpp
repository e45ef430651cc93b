#include "costruct/experiments/draws/data_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "costruct/core/text/counted.hpp"
#include "costruct/core/text/utf8.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/features/characters.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/data/formats/topic.hpp"
#include "costruct/experiments/config/selection.hpp"
#include "costruct/io/number_text.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kLabelField = "label";  // the option of conllu with the field to predict

void check_named_labels(const Config& config, const std::vector<std::string>& labels) {
  for (const auto& [path, label] : config.named_labels) {
    if (std::find(labels.begin(), labels.end(), label) != labels.end()) continue;
    throw ConfigError(fmt::format("{} = {}: the training data have no such label: {}", path,
                                  shown(label), suggestion(label, labels)));
  }
}

std::string features_there(const FeatureFacts& facts) {
  if (facts.size() == 0) return "no features at all";
  const auto [first, last] = std::minmax_element(facts.number.begin(), facts.number.end());
  return fmt::format("{}, numbered {} to {}{}", counted(facts.size(), "feature"), *first, *last,
                     facts.groups.empty() ? std::string() : ", in groups " + one_of(facts.groups));
}

void check_views_have_features(const LearnerConfig& learner, const ViewAssignment& views,
                               const FeatureFacts& facts) {
  const ViewPolicy& policy = learner.views;
  if (policy.is_none()) return;
  // A learner that joins all features does not depend on the split. But views that the config lists
  // must exist.
  const auto in_no_view = [](std::int32_t view) { return view < 0; };
  const bool none = std::all_of(views.view_of.begin(), views.view_of.end(), in_no_view);
  if (!learner.entry->uses_views && policy.listed.empty() && !none) return;
  std::vector<Index> features(static_cast<std::size_t>(views.count), 0);
  for (const std::int32_t view : views.view_of) {
    if (view >= 0) ++features[static_cast<std::size_t>(view)];
  }
  for (Index v = 0; v < views.count; ++v) {
    if (features[static_cast<std::size_t>(v)] > 0) continue;
    const std::string asked =
        policy.listed.empty() ? "" : ", " + policy.listed[static_cast<std::size_t>(v)] + ",";
    throw ConfigError(fmt::format("views of {}: view {}{} has no feature: the data have {}",
                                  learner.name, v + 1, asked, features_there(facts)));
  }
}

// Checks that a problem can predict the output of every labeled training example.
void check_outputs(const ProblemEntry& problem, const Json& options, const LoadedData& data) {
  const ExampleSet& examples = *data.examples;
  const auto why = problem.why_impossible(options, examples.wanted_in_draws());
  for (Index i = 0; why && i < data.train_end; ++i) {
    if (!examples.is_labeled(i)) continue;
    const std::string reason = why(examples.output(i));
    if (reason.empty()) continue;
    const ExamplePlace place = examples.place(i);
    throw DataError(fmt::format("{}:{}: {}", place.file, place.line, reason));
  }
}

// The same for all options of the problem that a learner may choose.
void check_outputs(const Config& config, const LearnerConfig& learner, const LoadedData& data) {
  constexpr std::string_view kOfProblem = "problem.";
  if (!config.problem->why_impossible) return;
  check_outputs(*config.problem, learner.problem, data);
  for (const auto& [name, values] : learner.select.items()) {
    if (!name.starts_with(kOfProblem)) continue;
    for (const Json& value : values)
      check_outputs(*config.problem, problem_with({{name, value}}, learner), data);
  }
}

void check_values(const LearnerConfig& learner, Need need, const LoadedData& data,
                  const ViewAssignment& views) {
  const auto* examples = dynamic_cast<const PartExamples*>(data.examples.get());
  if (examples == nullptr) return;
  const bool counts = need == Need::kCountFeatures;
  const auto found = counts ? examples->not_counts(views, learner.uses_unlabeled())
                            : examples->not_indicators(views, learner.uses_unlabeled());
  if (!found) return;
  throw DataError(fmt::format("{}, but learner {} needs {}: each {}", *found, learner.name,
                              need_name(need),
                              counts ? "a whole number >= 0" : "0 or 1, and none twice in a part"));
}

// Whether the option has this value and `select` tries no others.
bool is_set(const LearnerConfig& learner, const char* option, const Json& value) {
  const auto at = learner.options.find(option);
  return at != learner.options.end() && *at == value && !learner.select.contains(option);
}

// Whether the learner cannot scale attributes and depends on their scale.
bool takes_values_as_they_are(const LearnerConfig& learner) {
  return find_option(learner.entry->options, learner.options, "scaling") == nullptr &&
         learner.kernel.options.scaling == Scaling::kNone && !learner.select.contains("kernel") &&
         takes_kernels(needs_of(*learner.entry, learner.options));
}

ViewAssignment assigned_views(const LearnerConfig& learner, const LoadedData& data,
                              const Config& config) {
  const bool training = config.kind == ConfigKind::kTraining;
  const RandomStream random(training ? config.seed : config.sweep.seed, 0, "views");
  return learner.views.assign(data.features, random);
}

std::optional<std::string> targets_far_from_zero(const LoadedData& data) {
  double sum = 0, squares = 0;
  Index n = 0;
  const PartExamples& rows = part_examples(*data.examples);
  for (Index i = 0; i < data.train_end; ++i) {
    if (!rows.is_labeled(i)) continue;
    const double y = rows.targets()[static_cast<std::size_t>(i)];
    sum += y;
    squares += y * y;
    ++n;
  }
  if (n < 2) return std::nullopt;
  const double mean = sum / static_cast<double>(n);
  const double deviation = std::sqrt(std::max(0.0, squares / static_cast<double>(n) - mean * mean));
  if (!std::isfinite(mean) || std::abs(mean) <= deviation) return std::nullopt;
  return fmt::format(
      "targets have mean {:.4g} and deviation {:.4g}, and functions without intercept are drawn "
      "towards 0: \"intercept\": true",
      mean, deviation);
}

// How many of the training examples are labeled in part, and how much of them is known.
std::optional<std::string> labeled_in_part(const Config& config, const LoadedData& data) {
  const ExampleSet& examples = *data.examples;
  const std::vector<Index> partial = data.roles().partial;
  if (partial.empty()) return std::nullopt;
  const std::string files = names_of_training_files(data);
  const std::string count = counted(std::ssize(partial), "example is", "examples are");
  if (config.problem->has_sets())
    return fmt::format("{}: {} labeled in part, by links between them", files, count);
  if (!config.problem->has_parts()) {
    Index facts = 0;
    for (const Index i : partial) {
      facts += std::ranges::count_if(examples.known(i).facts,
                                     [](const std::vector<int>& fact) { return !fact.empty(); });
    }
    return fmt::format("{}: {} labeled in part: {} known", files, count,
                       counted(facts, "fact is", "facts are"));
  }
  Index parts = 0, known = 0, sets = 0;
  for (const Index i : partial) {
    for (const std::vector<int>& fact : examples.known(i).facts) {
      ++parts;
      known += fact.size() == 1;
      sets += fact.size() > 1;
    }
  }
  return fmt::format("{}: {} labeled in part: of {} parts, {} a label{}", files, count, parts,
                     counted(known, "has", "have"),
                     sets > 0 ? fmt::format(", and {} several possible ones", sets) : "");
}

// A note if all outputs are made of the same label.
std::optional<std::string> one_label_alone(const LoadedData& data) {
  const std::vector<std::string>& labels = data.examples->wanted_in_draws();
  if (labels.size() != 1) return std::nullopt;
  return fmt::format("{}: training has one label alone, {}: there is nothing to tell apart",
                     names_of_training_files(data), shown(labels.front()));
}

// A note if the classes are all numbers and at least half as many as the rows. Then they are most
// likely measured values.
std::optional<std::string> numbers_as_classes(const Config& config, const LoadedData& data) {
  constexpr std::size_t kFewLabels = 10;  // can be classes, however few rows there are
  const std::vector<std::string>& labels = data.examples->wanted_in_draws();
  if (config.problem->input != kRows || labels.size() <= kFewLabels) return std::nullopt;
  const std::size_t rows = data.roles().labeled.size();
  if (2 * labels.size() < rows) return std::nullopt;
  if (!std::all_of(labels.begin(), labels.end(),
                   [](const auto& label) { return finite_number(label); }))
    return std::nullopt;
  return fmt::format("{}: {} labels for {}, all of them numbers: is this a problem of regression?",
                     names_of_training_files(data), labels.size(), counted(rows, "labeled row"));
}

// A label in lower case, without blanks at its ends and with one where it has several.
std::string tidy_label(std::string_view label) {
  std::string tidy;
  for (const char c : lower_case(label)) {
    const bool is_blank = c == ' ' || c == '\t';
    if (!is_blank) {
      tidy += c;
    } else if (!tidy.empty() && tidy.back() != ' ') {
      tidy += ' ';
    }
  }
  if (!tidy.empty() && tidy.back() == ' ') tidy.pop_back();
  return tidy;
}

// A note if a label is what other tools write where there is no label.
std::optional<std::string> labels_of_the_unlabeled(const Config& config, const LoadedData& data) {
  const Format* format = config.data.format;
  if (format != nullptr && format->rows && format->rows->knows_missing_labels) return std::nullopt;
  const std::vector<std::string>& labels = data.examples->wanted_in_draws();
  // Beside 1 alone, or beside other negative numbers, -1 is a class.
  const auto is_class_beside = [](const std::string& label) {
    const auto number = finite_number(label);
    return !number || (*number < 0 && *number != -1);
  };
  const bool is_a_class =
      std::any_of(labels.begin(), labels.end(), is_class_beside) ||
      (labels.size() == 2 && std::any_of(labels.begin(), labels.end(), [](const auto& label) {
         return finite_number(label) == 1;
       }));
  for (const std::string_view mark : {"-1", "-", "_"}) {
    if (labels.size() < 2 || std::find(labels.begin(), labels.end(), mark) == labels.end() ||
        (mark == "-1" && is_a_class))
      continue;
    return fmt::format("{}: the label {} is a class like others; an example without a label has ?",
                       names_of_training_files(data), mark);
  }
  return std::nullopt;
}

// Whether the labels are lemmas of words, so that "none" or "Court" is a word like others.
bool predicts_lemmas(const Config& config) {
  const Format* format = config.data.format;
  return format != nullptr && format->name == "conllu" &&
         config.data.block.value(kLabelField, "") == "lemma";
}

// A label as JSON, however long.
std::string whole_label(const std::string& label) {
  return Json(label).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// A key of a data block with an object that renames these labels.
std::string label_map_text(const std::vector<std::pair<std::string, std::string>>& renamed) {
  std::vector<std::string> items;
  for (const auto& [from, to] : renamed)
    items.push_back(whole_label(from) + ": " + whole_label(to));
  return fmt::format("\"{}\": {{{}}}", kLabelMap, fmt::join(items, ", "));
}

// How to say that examples with one of these labels are unlabeled; "" if there is no advice.
std::string how_to_unlabel(const Config& config, const std::vector<std::string>& labels) {
  const Format& format = *config.data.format;
  const Json& block = config.data.block;
  if (find_option(format.options, block, kUnknownOption) != nullptr) {
    // The reader compares a label with the mark after label_map.
    const std::string given = unknown_mark(block);
    const bool is_own = given != kUnlabeledMark;
    const std::string& mark = is_own ? given : labels.front();
    const Json given_map = block.value(kLabelMap, Json());
    std::vector<std::pair<std::string, std::string>> renamed;
    for (const std::string& label : labels) {
      if (label == mark) continue;
      const std::size_t before = renamed.size();
      for (const auto& [in_file, to] : given_map.items()) {
        if (to == label) renamed.emplace_back(in_file, mark);
      }
      if (renamed.size() == before) renamed.emplace_back(label, mark);
    }
    std::vector<std::string> keys;
    if (!is_own) keys.push_back(fmt::format("\"{}\": {}", kUnknownOption, whole_label(mark)));
    if (!renamed.empty()) keys.push_back(label_map_text(renamed));
    return fmt::format("{} {} its examples unlabeled{}", fmt::join(keys, ", "),
                       keys.size() == 1 ? "leaves" : "leave", is_own ? "" : ", in place of ?");
  }
  // A key of a field that a token lacks is a class too.
  const bool is_key =
      format.name == "conllu" && block.value(kLabelField, "").find('.') != std::string::npos;
  return is_key ? "" : format.how_to_unlabel;
}

// A note if labels are words for a label that is missing.
std::optional<std::string> labels_of_the_missing(const Config& config, const LoadedData& data) {
  constexpr std::size_t kMostNamed = 8;
  static const std::set<std::string> words = {"n/a",     "na",        "nan",         "none",
                                              "null",    "missing",   "not labeled", "undefined",
                                              "unknown", "unlabeled", "unlabelled"};
  const std::vector<std::string>& labels = data.examples->wanted_in_draws();
  if (config.data.format == nullptr || labels.size() < 2 || predicts_lemmas(config))
    return std::nullopt;
  std::vector<std::string> found, named;
  for (const std::string& label : labels) {
    if (!words.contains(tidy_label(label)) || found.size() == kMostNamed) continue;
    found.push_back(label);
    named.push_back(shown(label));
  }
  if (found.empty()) return std::nullopt;
  const bool is_one = found.size() == 1;
  const std::string how = how_to_unlabel(config, found);
  return fmt::format("{}: {} like others{}", names_of_training_files(data),
                     is_one ? fmt::format("the label {} is a class", named.front())
                            : fmt::format("the labels {} are classes", fmt::join(named, ", ")),
                     how.empty() ? ""
                                 : fmt::format("; if {} that a label is missing, {}",
                                               is_one ? "it means" : "they mean", how));
}

// Labels, or types of chunks, that differ only by blanks or case.
struct AlikeLabels {
  std::size_t groups = 0, names = 0, in_groups = 0;  // different ones but for that; all; in groups
  std::string first;                                 // two of them, as shown
  std::vector<std::pair<std::string, std::string>> renamed;  // labels that others stand for
};

AlikeLabels labels_alike(const std::vector<std::string>& labels,
                         const std::optional<ChunkNotation>& notation) {
  AlikeLabels alike;
  std::map<std::string, std::string> spelling;  // the first one, by the tidy form
  std::map<std::string, std::set<std::string>> others;
  for (const std::string& label : labels) {
    const auto parsed = notation ? notation->parse(label) : std::nullopt;
    const std::string name(parsed ? parsed->type : std::string_view(label));
    const std::string tidy = tidy_label(name);
    // Single letters can be classes.
    if (tidy.empty() || first_character(tidy).bytes == tidy.size()) continue;
    const std::string& chosen = spelling.emplace(tidy, name).first->second;
    if (name == chosen) continue;
    others[tidy].insert(name);
    if (alike.first.empty()) alike.first = fmt::format("{} and {}", shown(chosen), shown(name));
    alike.renamed.emplace_back(label, parsed ? notation->spell(parsed->tag, chosen) : chosen);
  }
  alike.groups = others.size();
  alike.names = spelling.size();
  alike.in_groups = others.size();
  for (const auto& [tidy, names] : others) alike.in_groups += names.size();
  return alike;
}

// A note if labels differ only by blanks, or by upper and lower case.
std::optional<std::string> note_on_labels_alike(const Config& config, const LoadedData& data) {
  constexpr std::size_t kMostGroups = 10, kMostNamed = 3;
  if (predicts_lemmas(config)) return std::nullopt;
  const std::vector<std::string>& labels = data.examples->wanted_in_draws();
  const auto notation =
      config.problem->input == kChains ? notation_of(labels) : std::optional<ChunkNotation>();
  AlikeLabels alike = labels_alike(labels, notation);
  // A few of many words that are written in both ways are no typing errors.
  const bool are_words = alike.groups > kMostGroups && 2 * alike.groups < alike.names;
  if (alike.groups == 0 || are_words) return std::nullopt;
  std::string advice = "\"label_map\" makes them one";
  // label_map names the labels of files, which may be others.
  const auto is_given = [&](const char* key) {
    const Json value = config.data.block.value(key, Json());
    return !value.is_null() && !value.empty();
  };
  if (!is_given(kLabelMap) && !is_given(kSchemeOption)) {
    const std::size_t count = alike.renamed.size(), named = std::min(count, kMostNamed);
    alike.renamed.resize(named);
    advice = fmt::format("{} makes them one{}", label_map_text(alike.renamed),
                         count > named ? fmt::format(", with {} more", count - named) : "");
  }
  return fmt::format(
      "{}: the {} {} differ only by blanks or case, but are classes of their own{}; {}",
      names_of_training_files(data), notation ? "types" : "labels", alike.first,
      alike.in_groups == 2 ? "" : fmt::format(" ({} such in all)", alike.in_groups), advice);
}

// A note if labels are lists of labels, as files of several labels an example have.
std::optional<std::string> lists_as_labels(const Config& config, const LoadedData& data) {
  if (config.data.format == nullptr || config.problem->input != kRows) return std::nullopt;
  if (find_option(config.data.format->options, Json::object(), kTopicOption) == nullptr)
    return std::nullopt;
  const std::vector<std::string>& labels = data.examples->wanted_in_draws();
  std::map<std::string, Index> lists_with;
  std::string first;
  for (const std::string& label : labels) {
    if (label.find(',') == std::string::npos) continue;
    if (first.empty()) first = label;
    for_each_of_list(label, [&](std::string_view item) { ++lists_with[std::string(item)]; });
  }
  const auto is_shared = [](const auto& item) { return item.second > 1; };
  const auto shared = std::find_if(lists_with.begin(), lists_with.end(), is_shared);
  if (shared == lists_with.end()) return std::nullopt;
  return fmt::format(
      "{}: labels are lists ({}), and each different list is a class, {} in all; the problem "
      "several predicts the labels of a list, and \"topic\": {} reads one label against the rest",
      names_of_training_files(data), first, labels.size(), shown(shared->first));
}

// A note of the problem on the labels.
std::optional<std::string> problem_on_labels(const Config& config, const LoadedData& data) {
  if (!config.problem->note_on_labels) return std::nullopt;
  const std::string note =
      config.problem->note_on_labels(config.problem_options, data.examples->wanted_in_draws());
  return note.empty() ? std::nullopt : std::optional(note);
}

// Whether each row of the data has all columns, so that 0 is a value like others.
bool is_table(const Config& config) {
  const Format* format = config.data.format;
  return format != nullptr &&
         (format->has_rows(RowKind::kTable) || format->has_rows(RowKind::kDense));
}

// A test file with the bytes of one that is learned from.
std::optional<std::string> test_file_of_training(const LoadedData& data) {
  for (const FileFacts& test : data.test) {
    const auto is_it = [&](const FileFacts& file) {
      return file.bytes == test.bytes && file.checksum == test.checksum;
    };
    if (std::none_of(data.train.begin(), data.train.end(), is_it)) continue;
    return fmt::format(
        "data.test: {} has the bytes of a training file, so its scores are better than on new "
        "examples: name a file that is not used",
        test.path.string());
  }
  return std::nullopt;
}

// A note on rows without features. A few are normal, for example texts without a known word. If
// there are many, the file probably has another format.
std::optional<std::string> rows_without_features(const Config& config, const LoadedData& data) {
  constexpr Index kFew = 10;  // rows with features for each empty row
  const auto* examples = dynamic_cast<const PartExamples*>(data.examples.get());
  if (examples == nullptr || is_table(config) || examples->encoder().input() != kRows ||
      examples->fitted_features().size() > 0)
    return std::nullopt;
  const FeatureTable& table = examples->corpus().features;
  Index empty = 0, first = -1;
  for (Index i = 0; i < data.train_end; ++i) {
    if (!table.features_of(table.example_begin[i]).empty()) continue;
    if (empty++ == 0) first = i;
  }
  if (empty * kFew <= data.train_end) return std::nullopt;
  const ExamplePlace place = examples->place(first);
  return fmt::format(
      "{} of {} training rows have no feature but 0, the first in {}:{}: is data.format right?",
      empty, data.train_end, place.file, place.line);
}

// A sweep draws and scores examples by all of their labels.
void check_labeled_wholly(const LoadedData& data) {
  const std::vector<Index> partial = data.roles().partial;
  if (partial.empty()) return;
  const ExamplePlace place = data.examples->place(partial.front());
  throw DataError(fmt::format(
      "{}:{}: the example is labeled in part, but a sweep draws examples with all labels or none: "
      "train learns from such examples",
      place.file, place.line));
}

// The largest number of two digits that is not above `number` > 0.
double rounded_down(double number) {
  const double unit = std::pow(10, std::floor(std::log10(number)) - 1);
  return std::floor(number / unit) * unit;
}

// A note on a learner whose C makes training on one output of many rows slow.
std::optional<std::string> slow_C(const Config& config, const LearnerConfig& learner,
                                  const LoadedData& data) {
  const double slow = config.problem->slow_from;
  if (slow == 0 || !is_set(learner, "C_scale", "each")) return std::nullopt;
  const auto rows = config.kind == ConfigKind::kTraining
                        ? static_cast<double>(data.roles().labeled.size())
                        : static_cast<double>(config.sweep.labeled_sizes().back());
  double C = learner.options.value("C", 1.0);
  if (learner.select.contains("C")) {
    for (const Json& each : learner.select.at("C")) C = std::max(C, each.get<double>());
  }
  if (C * rows * rows <= slow) return std::nullopt;
  return fmt::format(
      "{}: C = {:g} weighs one output of {} rows, and such a fit may take a minute or much longer. "
      "Set \"C_scale\": \"parts\", which divides C by the rows, or a C of at most {:.2g}",
      learner.name, C, rows, rounded_down(slow / (rows * rows)));
}

bool has_unlabeled(const Config& config, const LoadedData& data) {
  const bool drawn = config.data.generated && config.data.generated->streams;
  return drawn || !data.unlabeled.empty() || !data.roles().unlabeled.empty();
}

}  // namespace

void check_against_data(const Config& config, const LoadedData& data) {
  if (config.kind == ConfigKind::kExperiment) check_labeled_wholly(data);
  about_config(config, [&] {
    check_named_labels(config, data.examples->wanted_in_draws());
    for (const LearnerConfig& learner : config.learners) {
      const ViewAssignment views = assigned_views(learner, data, config);
      check_views_have_features(learner, views, data.features);
      check_outputs(config, learner, data);
      if (const auto need = need_without_kernels(needs_of(*learner.entry, learner.options)))
        check_values(learner, *need, data, views);
    }
  });
}

std::vector<std::string> notes_on_scales(const Config& config, const LoadedData& data) {
  // Sparse rows of numbers are usually word counts, which need no scaling.
  const bool table = is_table(config);
  const auto* examples = dynamic_cast<const PartExamples*>(data.examples.get());
  std::string remedy;
  std::vector<UnscaledViews> unscaled;
  bool drawn_to_zero = false;
  for (const LearnerConfig& learner : config.learners) {
    drawn_to_zero = drawn_to_zero || is_set(learner, "intercept", false);
    const bool could_scale = is_set(learner, "scaling", "none");
    if (could_scale || takes_values_as_they_are(learner)) {
      ViewAssignment views = assigned_views(learner, data, config);
      if (!learner.entry->uses_views) views = joined(std::move(views));
      unscaled.push_back({std::move(views), table || could_scale});
    }
    if (could_scale) remedy = "\"scaling\": \"standardize\" makes them alike";
  }
  if (remedy.empty()) {
    const bool has_texts = table && examples != nullptr && examples->fitted_features().size() > 0;
    remedy = fmt::format(
        "\"kernel\": {{\"scaling\": \"{}\"}} in the learner makes them alike; without it a fit may "
        "take hours",
        has_texts ? "minmax" : "standardize");  // docs/kernels.md
  }
  std::vector<std::string> notes;
  if (examples != nullptr) {
    if (const auto scales = examples->unequal_scales(data.train_end, unscaled))
      notes.push_back(*scales + ": " + remedy);
  }
  if (drawn_to_zero) {
    if (const auto targets = targets_far_from_zero(data)) notes.push_back(*targets);
  }
  return notes;
}

// The result does not depend on the random split, so any random stream will do.
bool fits_features(const LearnerConfig& learner, const LoadedData& data) {
  return data.features.any_fitted &&
         any_fitted(*data.examples,
                    learner.views.assign(data.features, RandomStream(0, 0, "views")));
}

std::vector<std::string> notes_on_data(const Config& config, const LoadedData& data) {
  std::vector<std::string> notes;
  const bool training = config.kind == ConfigKind::kTraining;
  const bool unlabeled_here = has_unlabeled(config, data);
  const auto& sizes = config.sweep.sizes;
  const bool none_in_sweep =
      std::all_of(sizes.begin(), sizes.end(), [](auto s) { return s.unlabeled == 0; });
  for (const LearnerConfig& learner : config.learners) {
    const bool one_view = !learner.views.count && learner.views.count_in(data.features) == 1;
    if (learner.entry->uses_views && one_view && config.data.sites.empty())
      notes.push_back(one_view_note(learner));
    if (config.joins_rows() && uses_unlabeled(*learner.entry, learner.options)) {
      notes.push_back(fmt::format(
          "{}: rows that links join are one input with hidden parts, and there are no unlabeled "
          "inputs. The learner {}",
          learner.name, learner.entry->partial_examples));
    } else if (learner.uses_unlabeled()) {
      if (training ? !unlabeled_here : none_in_sweep)
        notes.push_back(
            fmt::format("{} uses unlabeled examples, and {}", learner.name,
                        training ? "the data have none" : "no cell of the sweep has any"));
    } else if (training && unlabeled_here && !learner.kernel.is_transductive() &&
               !fits_features(learner, data)) {
      notes.push_back(unused_unlabeled_note(learner.name));
    }
    if (const auto slow = slow_C(config, learner, data)) notes.push_back(*slow);
  }
  if (!training && !none_in_sweep && !config.sweep.score_unlabeled &&
      std::none_of(config.learners.begin(), config.learners.end(),
                   [&](const LearnerConfig& learner) {
                     return learner.uses_unlabeled() || learner.kernel.is_transductive() ||
                            fits_features(learner, data);
                   }))
    notes.emplace_back("sweep.unlabeled has no effect: no learner uses unlabeled examples");
  for (const auto& found : {labeled_in_part(config, data), one_label_alone(data),
                            numbers_as_classes(config, data), labels_of_the_unlabeled(config, data),
                            labels_of_the_missing(config, data), note_on_labels_alike(config, data),
                            lists_as_labels(config, data), problem_on_labels(config, data),
                            rows_without_features(config, data), test_file_of_training(data)}) {
    if (found) notes.push_back(*found);
  }
  const std::vector<std::string> scales = notes_on_scales(config, data);
  notes.insert(notes.end(), scales.begin(), scales.end());
  return notes;
}

}  // namespace costruct::experiments
