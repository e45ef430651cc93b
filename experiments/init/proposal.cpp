#include "costruct/experiments/init/proposal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/features/rows/table_features.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/experiments/init/recipes.hpp"
#include "costruct/learners/safeguards.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

// The treatment of examples in groups: none has groups, the holdout takes whole ones, or parts.
enum class SizesOfGroups { kNone, kWhole, kSplit };

// The sizes of an experiment.
struct ProposedSizes {
  std::vector<Index> labeled, unlabeled = {0};
  Index holdout = 0, repetitions = 10;
  bool every_label = true;
  SizesOfGroups groups = SizesOfGroups::kNone;
  bool hides_labels = false;  // labeled examples stand for unlabeled ones
  Index too_few = 0;          // unlabeled examples beside them
  Index given = 0;            // unlabeled examples that were looked at
};

std::vector<std::string> guarded_learners(const Recipe& recipe) {
  std::vector<std::string> names;
  for (const OrderedConfig& learner : recipe.learners) {
    if (learner.contains(kGuard))
      names.push_back(learner.value("name", learner.at("type").get<std::string>()));
  }
  return names;
}

// What the option guard does for the learners that have it.
std::string about_guards(const std::vector<std::string>& names) {
  return fmt::format(
      " {} {} a guard: if cross-validation finds no gain by unlabeled examples, the fit uses "
      "labeled ones alone.",
      fmt::join(names, names.size() > 2 ? ", " : " and "), names.size() > 1 ? "have" : "has");
}

// The probability that so many examples, drawn at random, have all labels.
double probability_of_all_labels(const FileLook& look, Index drawn) {
  double probability = 1;
  for (const auto& [label, count] : look.examples_with) {
    const double without = 1 - static_cast<double>(count) / static_cast<double>(look.labeled);
    probability *= 1 - std::pow(without, static_cast<double>(drawn));
  }
  return probability;
}

// Up to four sizes, each half the next one. The smallest has at least 10 examples if three sizes
// have as many.
std::vector<Index> halves_of(Index largest) {
  constexpr std::size_t kFew = 3, kMost = 4;
  constexpr Index kFewest = 2, kEnough = 10;
  std::vector<Index> sizes = {largest};
  while (sizes.size() < kMost) {
    const Index half = std::max(sizes.front() / 2, kFewest);
    if (half == sizes.front() || (sizes.size() >= kFew && half < kEnough)) break;
    sizes.insert(sizes.begin(), half);
  }
  return sizes;
}

ProposedSizes proposed_sizes(const InitFacts& facts, const Recipe& recipe) {
  constexpr Index kFewest = 8, kMostHeldOut = 500;
  constexpr Index kFewestGiven = 10;  // labeled examples for each without a label
  constexpr double kLikely = 0.01;    // draws are repeated until they have every label
  const FileLook& look = facts.labeled_look;
  // No experiment is written for examples that are labeled in part.
  if (look.labeled < kFewest && look.in_part == 0)
    throw ConfigError(fmt::format("{}: {} with labels: an experiment needs {} or more",
                                  facts.train.front(), counted(look.labeled, "example"), kFewest));
  ProposedSizes sizes;
  sizes.holdout = std::clamp<Index>(look.labeled / 5, 2, kMostHeldOut);
  const Index pool = look.labeled - sizes.holdout;
  const Index given = sizes.given = look.unlabeled + facts.unlabeled_look.unlabeled;
  // A few that a tool left without a label, for example rejected ones, tell nothing.
  sizes.hides_labels = recipe.uses_unlabeled && kFewestGiven * given < look.labeled;
  if (sizes.hides_labels) sizes.too_few = given;
  const auto labels = static_cast<Index>(look.examples_with.size());
  const Index wanted = facts.problem == "multiclass"
                           ? std::clamp(4 * labels, recipe.most_labeled, 2 * recipe.most_labeled)
                           : recipe.most_labeled;
  // Nothing is learned from a held-out group, and one group may be held out in part.
  const Index beside_groups = pool - look.largest_group;
  if (look.largest_group > 1) {
    sizes.groups = beside_groups >= kFewest ? SizesOfGroups::kWhole : SizesOfGroups::kSplit;
  }
  const Index learnable = sizes.groups == SizesOfGroups::kWhole ? beside_groups
                          : sizes.hides_labels                  ? pool / 2
                                                                : pool;
  const Index largest = std::min(wanted, std::max<Index>(learnable, 2));
  sizes.labeled = halves_of(largest);
  const Index most = std::min(recipe.most_unlabeled, sizes.hides_labels ? pool - largest : given);
  if (recipe.uses_unlabeled && most > 0) sizes.unlabeled.push_back(most);
  const bool has_labels = facts.problem != "regression" && facts.problem != kSeveral && labels > 0;
  sizes.every_label =
      !has_labels || probability_of_all_labels(look, sizes.labeled.front()) >= kLikely;
  return sizes;
}

// Removes the guards if draws are so small that they would always return the supervised learner.
void drop_guards(OrderedConfig& learners) {
  for (OrderedConfig& learner : learners) learner.erase(kGuard);
}

// Takes one value of each list under `select`, for so many examples that a choice takes long: the
// first kernel, and the middle or lower middle of numbers.
void choose_without_selection(OrderedConfig& learner) {
  const OrderedConfig select = learner["select"];
  learner.erase("select");
  for (const auto& [option, values] : select.items())
    learner[option] = values[option == "kernel" ? 0 : (values.size() - 1) / 2];
}

void drop_distribution(OrderedConfig& features) {
  OrderedConfig kept = OrderedConfig::array();
  for (const OrderedConfig& feature : features) {
    if (feature.at("extractor") != "distribution") kept.push_back(feature);
  }
  features = kept;
}

OrderedConfig paths_value(const std::vector<std::string>& paths) {
  return paths.size() == 1 ? OrderedConfig(paths.front()) : OrderedConfig(paths);
}

OrderedConfig data_block(const InitFacts& facts, const Recipe& recipe) {
  OrderedConfig data = {{"format", facts.format->name}, {"train", paths_value(facts.train)}};
  if (!facts.unlabeled.empty()) data["unlabeled"] = paths_value(facts.unlabeled);
  if (facts.unlabeled_is_text) data[kUnlabeledTextOption] = text_unit_names().front();
  if (!facts.labeled_look.is_whole && !facts.format->rows) data["limit"] = 2000;
  if (!facts.labeled_look.is_whole && facts.format->rows) data["limit"] = FileLook::kMostExamples;
  for (const auto& [key, value] : facts.recognition.block.items()) data[key] = value;
  if (!recipe.features.is_null()) data["features"] = recipe.features;
  if (!recipe.has_context && data.contains("features")) drop_distribution(data["features"]);
  if (facts.problem == "regression" && data.contains("features")) {
    OrderedConfig ignored = data.value(kIgnoreOption, OrderedConfig::array());
    for (const OrderedConfig& feature : data["features"])  // regressors take no texts
      ignored.push_back(feature.value("column", "text"));
    const auto left_out = static_cast<Index>(ignored.size());
    data[kIgnoreOption] = std::move(ignored);
    data.erase("features");
    if (!facts.format->has_rows(RowKind::kTable) ||
        left_out + 1 >= std::ssize(facts.labeled_look.columns))
      throw ConfigError(
          "the target is a number and all inputs are texts, but regressors take no "
          "texts: --problem multiclass takes each number for a class");
  }
  if (facts.text.empty() || !data.contains("features")) return data;
  for (OrderedConfig& feature : data["features"]) {
    if (feature["extractor"] == "distribution") feature["text"] = facts.text;
  }
  return data;
}

// The smallest decrease g of the share of wrong labels that the corrected resampled t-test of the
// report can show, with the most labeled examples. In the best case outputs differ in no other test
// examples, so that n of them give the difference of a draw the variance g (1 - g) / n. Then, for
// J draws, L labeled examples and the quantile t,
//   g = t sqrt((1/J + n/L) g (1 - g) / n),  so  g = k / (1 + k) with k = t^2 (1/(J n) + 1/L).
double smallest_shown_gain(const ProposedSizes& sizes) {
  const auto J = static_cast<double>(sizes.repetitions), n = static_cast<double>(sizes.holdout);
  const double t = t_interval(0, 1, sizes.repetitions - 1, 1 - kAnswerLevel)->high;
  const double k = t * t * (1 / (J * n) + 1 / static_cast<double>(sizes.labeled.back()));
  return k / (1 + k);
}

// A sentence if only a large gain by unlabeled examples can be shown; "" if a smaller one can.
std::string about_gains(const InitFacts& facts, const ProposedSizes& sizes) {
  constexpr double kLarge = 0.15;
  if (facts.problem != "multiclass" || sizes.unlabeled.size() < 2) return "";
  const double gain = smallest_shown_gain(sizes);
  if (gain < kLarge) return "";
  return fmt::format(
      " So few examples can only show gains of about {:.0f} percentage points or more as "
      "significant. To see smaller ones, label more examples.",
      100 * gain);
}

std::string about_sizes(const InitFacts& facts, const ProposedSizes& sizes) {
  std::vector<std::string> labeled;
  for (const Index size : sizes.labeled) labeled.push_back(std::to_string(size));
  std::string why = fmt::format(
      "Each of {} draws holds out {} of the {} labeled examples for tests and learns from {} of "
      "the others.",
      sizes.repetitions, sizes.holdout, facts.labeled_look.labeled, one_of(labeled));
  if (sizes.unlabeled.size() > 1 && sizes.hides_labels)
    why += fmt::format(
        " It hides the labels of {} other examples and uses these examples as unlabeled data.",
        sizes.unlabeled.back());
  if (sizes.unlabeled.size() > 1 && sizes.too_few > 0)
    why += fmt::format(" The examples without a label are too few ({}) to be the only ones.",
                       sizes.too_few);
  if (sizes.unlabeled.size() > 1 && !sizes.hides_labels)
    why += sizes.unlabeled.back() < sizes.given
               ? fmt::format(
                     " Each draw uses {} of your {}{} unlabeled examples, to save time; "
                     "sweep.unlabeled sets how many.",
                     sizes.unlabeled.back(), facts.unlabeled_look.is_whole ? "" : "more than ",
                     sizes.given)
               : fmt::format(" Each draw uses all of your {} unlabeled examples.", sizes.given);
  why += about_gains(facts, sizes);
  if (!sizes.every_label) why += " Some draws may lack a rare label (every_label is false).";
  if (sizes.groups == SizesOfGroups::kWhole)
    why += " Whole groups are held out (holdout_groups), so no group is in both parts.";
  if (sizes.groups == SizesOfGroups::kSplit)
    why +=
        " There are too few groups to hold out whole ones (whole_groups is false), so groups are "
        "in both parts and the measured errors are too low.";
  return why;
}

}  // namespace

InitProposal propose_configs(const InitFacts& facts) {
  Recipe recipe = recipe_for(facts);
  const ProposedSizes sizes = proposed_sizes(facts, recipe);
  if (const auto guarded = guarded_learners(recipe); !guarded.empty()) {
    if (sizes.labeled.front() < kFewestToGuard) {
      drop_guards(recipe.learners);
    } else {
      recipe.why_learners += about_guards(guarded);
    }
  }
  const OrderedConfig data = data_block(facts, recipe);
  InitProposal proposal;

  CommentedConfig& experiment = proposal.experiment;
  OrderedConfig& config = experiment.config;
  config = {{"name", facts.name}, {"problem", recipe.problem}, {"data", data}};
  if (!recipe.views.is_null()) config["views"] = recipe.views;
  config["sweep"] = {{"labeled", sizes.labeled},
                     {"unlabeled", sizes.unlabeled},
                     {"holdout", sizes.holdout},
                     {"repetitions", sizes.repetitions}};
  if (!sizes.every_label) config["sweep"]["every_label"] = false;
  if (sizes.groups == SizesOfGroups::kWhole) config["sweep"]["holdout_groups"] = true;
  if (sizes.groups == SizesOfGroups::kSplit) config["sweep"]["whole_groups"] = false;
  if (recipe.selects) config["sweep"]["selection"] = {{"repetitions", 2}, {"per", "learner"}};
  config["learners"] = recipe.learners;
  if (!recipe.metrics.empty()) config["metrics"] = recipe.metrics;
  experiment.comments = {
      {"",
       "An experiment, written by `costruct init`: `costruct run` compares the learners. Change "
       "what you like; `costruct validate` checks the file."},
      {"data", fmt::format("Data: {}. Paths are relative to the folder of this file.",
                           facts.recognition.kind)},
      {"sweep", about_sizes(facts, sizes)},
      {"learners", recipe.why_learners}};
  proposal.why = {about_sizes(facts, sizes), recipe.why_learners};

  CommentedConfig& training = proposal.training;
  training.config = {{"problem", recipe.problem}, {"data", data}};
  if (facts.format->rows || facts.problem == "dependency")
    training.config["data"].erase("limit");  // all examples are learned from
  if (!facts.test.empty()) training.config["data"]["test"] = paths_value(facts.test);
  if (!recipe.training_views.is_null()) training.config["views"] = recipe.training_views;
  training.config["learner"] = recipe.training;
  OrderedConfig& learner = training.config["learner"];
  if (learner.contains("select") && facts.labeled_look.labeled > recipe.most_to_select)
    choose_without_selection(learner);
  if (facts.problem == "regression" && facts.labeled_look.labeled > recipe.most_to_select) {
    training.config["data"]["limit"] = recipe.most_to_select;
    training.comments["data"] =
        "limit: least squares takes the cube of the number of rows in time.";
  }
  if (learner.contains("select")) {
    const Index folds = std::min<Index>(3, facts.labeled_look.labeled);
    training.config["selection"] = {{"metric", recipe.metrics.front()}, {"k", folds}};
  }
  training.comments[""] =
      "A training config, written by `costruct init`: `costruct train` makes one model from all "
      "labeled examples. If another learner is better in the experiment, `costruct run` ends with "
      "the command that trains it.";
  return proposal;
}

}  // namespace costruct::experiments
