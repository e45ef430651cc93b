#include "costruct/experiments/init/proposal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/text/counted.hpp"
#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/data/features/rows/table_features.hpp"
#include "costruct/data/formats/chains/plain_text.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/fitting_learners.hpp"
#include "costruct/learners/safeguards.hpp"
#include "costruct/problems/catalog.hpp"

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
};

// The learners and features of a kind of data.
struct Recipe {
  OrderedConfig problem, features = nullptr, views = nullptr, learners = OrderedConfig::array(),
                         metrics = OrderedConfig::array(), training = nullptr,
                         training_views = nullptr;
  OrderedConfig kernel = nullptr;      // puts columns on one scale
  OrderedConfig costs = {0.1, 1, 10};  // values of C to choose from
  std::string why_learners = "";
  Index most_labeled = 160, most_unlabeled = 1000;  // in the experiment
  Index most_to_select = 2000;  // examples for which a model chooses its options
  bool uses_unlabeled = true;
  bool selects = false;
  bool has_context = true;  // features describe words by their neighbours in unlabeled sentences
};

constexpr const char* kGuard = "guard";

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
      fmt::join(names, " and "), names.size() > 1 ? "have" : "has");
}

OrderedConfig named(std::vector<std::string> groups) {
  return {{"split", "named"}, {"groups", OrderedConfig::array({std::move(groups)})}};
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
  const Index given = look.unlabeled + facts.unlabeled_look.unlabeled;
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

OrderedConfig without_name(OrderedConfig learner) {
  learner.erase("name");
  learner.erase("views");
  return learner;
}

// Self-training with a guard. What it does not say is its default.
OrderedConfig guarded_self_training(OrderedConfig learner, Index rounds) {
  return {{"type", "self_training"},
          {"learner", std::move(learner)},
          {"rounds", rounds},
          {kGuard, "folds"}};
}

// Removes the guards if draws are so small that they would always return the supervised learner.
void drop_guards(OrderedConfig& learners) {
  for (OrderedConfig& learner : learners) learner.erase(kGuard);
}

// Chunks are measured whole and first: who marks none has few wrong tokens. No others than the
// scheme allows are predicted.
void add_chunks(const InitFacts& facts, Recipe& r) {
  if (!facts.recognition.has_chunks) return;
  r.metrics.insert(r.metrics.begin(), "chunk_f1");
  if (facts.recognition.block.contains(kSchemeOption)) r.problem["transitions"] = "scheme";
}

// The structural SVM of sequences, whose C is chosen.
OrderedConfig svm_with_choice() {
  return {{"type", "structural_svm"},
          {"name", "svm"},
          {"gap", 0.05},
          {"select", {{"C", {0.01, 0.1, 1}}}}};
}

// Sentences with extractors: words and spelling, vectors of words, self-training. Vectors that are
// learned from labeled sentences alone are of no use, so without others there are none.
Recipe recipe_of_sentences(const InitFacts& facts) {
  Recipe r;
  r.problem = {{"type", "sequence"}, {"loss", "hamming"}};
  r.metrics = {"token_error"};
  r.selects = true;
  add_chunks(facts, r);
  const OrderedConfig words = named({"word"});
  OrderedConfig svm = svm_with_choice();
  r.training = without_name(svm);
  r.has_context = facts.has_unlabeled();
  if (r.has_context) svm["views"] = words;
  r.learners.push_back({{"type", "hmm"}});
  r.learners.push_back(svm);
  r.learners.push_back(
      guarded_self_training({{"type", "structural_svm"}, {"C", 0.1}, {"gap", 0.05}}, 3));
  if (!r.has_context) {
    r.why_learners =
        "hmm and svm learn from labeled sentences alone. self_training labels other sentences "
        "itself. To try vectors of words, which often help more, name a file of raw text too: "
        "costruct init LABELED RAW.";
    return r;
  }
  for (const std::size_t k : {0, 2}) r.learners[k]["views"] = words;
  OrderedConfig context = svm;
  context["name"] = "svm_context";
  context.erase("views");
  r.learners.insert(r.learners.begin() + 2, context);
  constexpr Index kEnoughForVectors = 1000;
  const Index raw = facts.labeled_look.unlabeled + facts.unlabeled_look.unlabeled;
  r.why_learners = fmt::format(
      "hmm and svm see words and spelling alone. svm_context also has vectors of words, which are "
      "learned from sentences without labels. {} (docs/when_unlabeled_data_pays.md). "
      "self_training labels these sentences itself.",
      facts.text.empty() && raw < kEnoughForVectors
          ? fmt::format("You have {} of these; such vectors usually help from a thousand on", raw)
          : "Such vectors usually help");
  return r;
}

// Sequences of vectors or attributes.
Recipe recipe_of_chains(const InitFacts& facts) {
  Recipe r;
  r.problem = {{"type", "sequence"}, {"loss", "hamming"}};
  r.metrics = {"token_error"};
  add_chunks(facts, r);
  r.learners = {{{"type", "perceptron"}, {"average", true}},
                svm_with_choice(),
                guarded_self_training({{"type", "structural_svm"}, {"C", 0.1}, {"gap", 0.05}}, 3)};
  r.training = without_name(r.learners[1]);
  r.selects = true;
  r.why_learners =
      "A perceptron and a structural SVM learn from labeled sequences alone. self_training labels "
      "the others itself.";
  return r;
}

// Rows of sparse numbers: texts as counts of words, or other sparse features.
Recipe recipe_of_sparse_rows(const InitFacts& facts) {
  const bool counts = facts.recognition.values == RowValues::kCounts;
  Recipe r;
  r.problem = {{"type", "multiclass"}, {"loss", "zero_one"}};
  r.metrics = {"accuracy", "f1_macro"};
  r.most_unlabeled = 2000;
  r.selects = true;
  const Index dimensions = facts.labeled_look.examples_with.size() > 4 ? 50 : 25;
  r.features = OrderedConfig::array();
  if (counts) r.features.push_back({{"extractor", "values"}, {"group", "counts"}});
  OrderedConfig words = {{"extractor", "values"}, {"normalize", "l2"}, {"group", "words"}};
  if (counts) words["weighting"] = "log";
  r.features.push_back(words);
  r.features.push_back({{"extractor", "latent"}, {"dimensions", dimensions}});
  const OrderedConfig select = {{"C", {0.1, 1, 10, 100}}};
  r.learners.push_back({{"type", "structural_svm"},
                        {"name", "svm"},
                        {"gap", 0.01},
                        {"views", named({"words"})},
                        {"select", select}});
  r.learners.push_back({{"type", "structural_svm"},
                        {"name", "svm_latent"},
                        {"gap", 0.01},
                        {"views", named({"words", "latent"})},
                        {"select", select}});
  if (counts)
    r.learners.push_back(
        {{"type", "naive_bayes"}, {kGuard, "folds"}, {"views", named({"counts"})}});
  r.learners.push_back(
      guarded_self_training({{"type", "structural_svm"}, {"C", 10}, {"gap", 0.01}}, 5));
  r.learners.back()["views"] = named({"words"});
  r.training = without_name(r.learners[1]);
  r.training_views = named({"words", "latent"});
  r.why_learners =
      "svm sees the features. svm_latent also sees latent dimensions, which are learned from rows "
      "without labels. ";
  if (counts) r.why_learners += "naive_bayes uses such rows by expectation maximisation. ";
  r.why_learners += "self_training labels such rows itself.";
  return r;
}

OrderedConfig standardised(const char* kernel) {
  return {{"type", kernel}, {"scaling", "standardize"}};
}

// Tables and other rows whose numbers are mostly not 0.
Recipe recipe_of_table() {
  Recipe r;
  r.problem = {{"type", "multiclass"}, {"loss", "zero_one"}};
  r.metrics = {"accuracy", "f1_macro"};
  r.most_labeled = 320;
  r.most_unlabeled = 500;
  r.most_to_select = 500;
  r.selects = true;
  const OrderedConfig linear = standardised("linear"), gaussian = standardised("gaussian");
  r.kernel = linear;
  r.learners.push_back({{"type", "structural_svm"},
                        {"name", "linear"},
                        {"gap", 0.01},
                        {"kernel", linear},
                        {"select", {{"C", {0.01, 0.1, 1, 10}}}}});
  r.learners.push_back({{"type", "structural_svm"},
                        {"name", "gaussian"},
                        {"gap", 0.01},
                        {"kernel", gaussian},
                        {"select", {{"C", {0.1, 1, 10, 100}}}}});
  r.learners.push_back(guarded_self_training({{"type", "structural_svm"}, {"gap", 0.01}}, 5));
  r.learners.back()["kernel"] = linear;
  r.training = {{"type", "structural_svm"},
                {"gap", 0.01},
                {"select", {{"C", {0.01, 0.1, 1, 10, 100}}, {"kernel", {linear, gaussian}}}}};
  r.why_learners =
      "linear and gaussian are SVMs with these kernels on standardised columns. self_training "
      "labels rows without labels itself.";
  return r;
}

// The columns of texts whose words are features, by the groups of these features.
std::vector<std::string> groups_of_texts(const InitFacts& facts) {
  std::vector<std::string> groups;
  for (const Json& feature : facts.recognition.block.value("features", Json::array())) {
    if (feature.contains("group")) groups.push_back(feature.at("group").get<std::string>());
  }
  return groups;
}

// One column of texts and nothing else: their words, directions of these, and their counts.
Recipe recipe_of_one_text(const InitFacts& facts, Recipe r, const OrderedConfig& svm) {
  OrderedConfig words = OrderedConfig(facts.recognition.block.at("features").front());
  OrderedConfig counts = words, latent = {{"extractor", "latent"}, {"dimensions", 50}};
  words["group"] = "words";
  counts["weighting"] = "count";
  counts["normalize"] = "none";
  counts["group"] = "counts";
  if (words.contains("column")) latent["column"] = words.at("column");
  r.features = {words, counts, latent};
  OrderedConfig joined = svm, alone = svm;
  alone["views"] = named({"words"});
  joined["name"] = "svm_latent";
  joined["views"] = named({"words", "latent"});
  r.learners = {alone,
                joined,
                {{"type", "naive_bayes"}, {kGuard, "folds"}, {"views", named({"counts"})}},
                guarded_self_training({{"type", "structural_svm"}, {"C", 10}, {"gap", 0.01}}, 5)};
  r.learners.back()["views"] = named({"words"});
  r.training = without_name(joined);
  r.training_views = named({"words", "latent"});
  r.why_learners =
      "svm sees the words. svm_latent also sees latent dimensions, which are learned from texts "
      "without labels. naive_bayes uses such texts by expectation maximisation. self_training "
      "labels them itself.";
  return r;
}

// Texts, or tables with columns of texts, whose words are features.
Recipe recipe_of_texts(const InitFacts& facts) {
  Recipe r;
  r.problem = {{"type", "multiclass"}, {"loss", "zero_one"}};
  r.metrics = {"accuracy", "f1_macro"};
  r.most_unlabeled = 1000;
  r.selects = true;
  const OrderedConfig svm = {{"type", "structural_svm"},
                             {"name", "svm"},
                             {"gap", 0.01},
                             {"select", {{"C", {1, 10, 100}}}}};
  const std::vector<std::string> texts = groups_of_texts(facts);
  if (facts.recognition.block.at("features").size() == 1 &&
      (texts.empty() || facts.recognition.inputs == 1))
    return recipe_of_one_text(facts, std::move(r), svm);
  if (texts.empty() || facts.recognition.inputs == std::ssize(texts)) {
    r.learners = {svm,
                  guarded_self_training({{"type", "structural_svm"}, {"C", 10}, {"gap", 0.01}}, 5)};
    r.training = without_name(svm);
    r.why_learners = "svm sees the words; self_training labels texts without labels itself.";
    return r;
  }
  // Without one scale a column of large numbers outweighs all words, and fits take very long.
  r.kernel = standardised("linear");
  OrderedConfig words = svm, columns = svm;
  words["views"] = named(texts);
  columns["name"] = "svm_columns";
  columns["kernel"] = r.kernel;
  r.costs = {0.01, 0.1, 1};
  columns["select"] = {{"C", r.costs}};
  r.learners = {words, columns,
                guarded_self_training({{"type", "structural_svm"}, {"C", 0.1}, {"gap", 0.05}}, 5)};
  r.learners.back()["kernel"] = r.kernel;
  r.training = without_name(columns);
  r.why_learners =
      "svm sees the words alone. svm_columns sees all columns, standardised. self_training sees "
      "the same and labels rows without labels itself.";
  return r;
}

Recipe recipe_of_numbers(const InitFacts& facts) {
  Recipe r;
  r.problem = {{"type", "regression"}};
  r.metrics = {"rmse", "rmse_scaled"};
  r.most_labeled = 320;
  r.most_unlabeled = 500;
  r.selects = true;
  const OrderedConfig select = {{"eta", {0.0001, 0.001, 0.01, 0.1, 1, 10}}};
  const auto learner = [&](const char* type) -> OrderedConfig {
    return {{"type", type}, {"scaling", "standardize"}, {"intercept", true}, {"select", select}};
  };
  r.learners.push_back(learner("rlsr"));
  r.training = r.learners.front();
  // Regressors take no texts. Two views need two columns.
  r.uses_unlabeled = facts.recognition.inputs - std::ssize(groups_of_texts(facts)) != 1;
  if (!r.uses_unlabeled) {
    OrderedConfig line = learner("rlsr");
    line["name"] = "rlsr_linear";
    line["kernel"] = {{"type", "linear"}};
    r.learners.push_back(line);
    r.why_learners =
        "Both learners are least squares on the one column, which is standardised: rlsr fits a "
        "curve (gaussian kernel), rlsr_linear a line. eta is chosen.";
    return r;
  }
  r.why_learners =
      "rlsr is least squares with a gaussian kernel on standardised columns; eta is chosen. "
      "co_rlsr has two random halves of the columns, which teach each other.";
  r.learners.push_back(learner("co_rlsr"));
  r.views = {{"split", "random"}, {"count", 2}};
  return r;
}

Recipe recipe_of_trees() {
  Recipe r;
  r.problem = {{"type", "parsing"}, {"loss", "f1"}};
  r.metrics = {"constituent_f1", "exact_match", "without_parse"};
  r.most_labeled = 80;
  r.uses_unlabeled = false;
  r.learners = {{{"type", "pcfg"}}, {{"type", "structural_svm"}, {"gap", 0.05}}};
  r.training = {{"type", "structural_svm"}, {"gap", 0.05}};
  r.why_learners =
      "pcfg is the baseline. Sentences without trees have not helped it (docs/pcfg.md).";
  return r;
}

// Dependency trees. Clusters of words stand in for tags that unlabeled sentences lack.
Recipe recipe_of_heads(const InitFacts& facts) {
  Recipe r;
  r.problem = {{"type", "dependency"}, {"loss", "labeled_heads"}};
  r.metrics = {"las", "uas"};
  r.most_labeled = 200;
  r.uses_unlabeled = facts.recognition.block.contains("clusters");
  const OrderedConfig perceptron = {{"type", "perceptron"}, {"average", true}, {"shuffle", true}};
  r.learners = {perceptron, {{"type", "structural_svm"}, {"C", 0.1}, {"gap", 0.05}}};
  r.training = perceptron;
  r.why_learners =
      "perceptron is averaged and fast; structural_svm takes longer. Trees that are not projective "
      "are lifted (non_projective).";
  if (facts.recognition.block.contains("features"))
    r.why_learners +=
        " Sentences have FEATS, so `features` has the groups relation_between and morphology, too "
        "(docs/dependency.md).";
  if (r.uses_unlabeled)
    r.why_learners +=
        " Some sentences have no tags, so clusters of words from all sentences replace tags "
        "(docs/dependency.md).";
  return r;
}

Recipe recipe_of_alignments() {
  Recipe r;
  r.problem = {{"type", "alignment"}, {"loss", "q4"}};
  r.metrics = {"q4", "q"};
  r.most_labeled = 80;
  r.uses_unlabeled = false;
  r.learners = {{{"type", "substitution_matrix"}},
                {{"type", "pair_hmm"}},
                {{"type", "structural_svm"}, {"C", 0.1}, {"gap", 0.05}}};
  r.training = {{"type", "structural_svm"}, {"C", 0.1}, {"gap", 0.05}};
  r.why_learners = "substitution_matrix (BLOSUM62) and pair_hmm are the baselines.";
  return r;
}

Recipe recipe_of_objects() {
  Recipe r;
  r.problem = {{"type", "clustering"}, {"decoder", "sequential"}, {"set_size", 100}};
  r.metrics = {"object_error", "pair_f1"};
  r.most_labeled = 200;
  r.uses_unlabeled = false;
  r.learners = {{{"type", "structural_svm"}, {"C", 0.1}, {"gap", 0.05}},
                {{"type", "sequential_svm"}, {"C", 0.1}, {"gap", 0.05}},
                {{"type", "pairwise"}, {"C", 0.1}, {"gap", 0.05}}};
  r.training = r.learners[1];
  r.why_learners = "sequential_svm learns for a stream, pairwise decides pair by pair.";
  return r;
}

Recipe recipe_of_queries() {
  Recipe r;
  r.problem = {{"type", "diversification"}, {"documents", 5}};
  r.metrics = {"subtopic_loss"};
  r.most_labeled = 80;
  r.uses_unlabeled = false;
  r.learners = {{{"type", "retrieval_rule"}, {"name", "bm25"}, {"rule", "bm25"}},
                {{"type", "structural_svm"}, {"C", 0.01}, {"gap", 0.05}}};
  r.training = {{"type", "structural_svm"}, {"C", 0.01}, {"gap", 0.05}};
  r.why_learners = "bm25 is a rule that learns nothing.";
  return r;
}

Recipe recipe_of_graphs(const InitFacts& facts) {
  Recipe r;
  r.problem = {{"type", "graph"}, {"loss", "hamming"}};
  // Few known nodes of a large graph say little of each pair of labels (docs/graph.md).
  const bool in_part = facts.labeled_look.in_part > 0;
  if (in_part) r.problem["pairs"] = "equal";
  r.metrics = {"token_error", "f1_macro"};
  r.most_unlabeled = 100;
  const OrderedConfig svm = {
      {"type", "structural_svm"}, {"C", in_part ? 0.01 : 0.1}, {"gap", 0.02}};
  r.learners = {{{"type", "perceptron"}}, svm, guarded_self_training(svm, 5)};
  r.training = svm;
  r.why_learners = "perceptron is the baseline; self_training labels graphs without labels itself.";
  return r;
}

// Rows with lists of labels: the features of the recipe for one label, other learners.
Recipe recipe_of_sets(Recipe of_one_label) {
  Recipe r = std::move(of_one_label);
  r.problem = {{"type", "several"}, {"loss", "hamming"}};
  r.metrics = {"f1_micro", "f1_macro", "subset_error"};
  r.most_labeled = 500;
  r.most_unlabeled = 1000;
  r.selects = true;
  const OrderedConfig svm = {{"type", "structural_svm"}, {"gap", 0.05}};
  OrderedConfig alone = svm, joined = svm;
  if (!r.kernel.is_null()) alone["kernel"] = joined["kernel"] = r.kernel;
  alone["name"] = "labels_alone";
  alone["select"] = {{"C", r.costs}};
  joined["name"] = "labels_in_a_tree";
  joined["problem"] = {{"pairs", "tree"}};
  joined["select"] = {{"C", r.costs}};
  OrderedConfig fixed = svm;
  fixed["C"] = r.costs[1];
  r.learners = {alone, joined, guarded_self_training(fixed, 5)};
  if (!r.kernel.is_null()) r.learners.back()["kernel"] = r.kernel;
  r.training = without_name(alone);
  if (!r.training_views.is_null()) {  // weighted words alone
    OrderedConfig words = OrderedConfig::array();
    for (const OrderedConfig& feature : r.features) {
      if (feature.value("group", "") == "words") words.push_back(feature);
    }
    r.features = words;
    r.training_views = nullptr;
  }
  r.why_learners =
      "labels_alone decides on each label by itself, labels_in_a_tree on all labels together; "
      "self_training labels rows without labels itself.";
  return r;
}

Recipe recipe_of_rows(const InitFacts& facts);

// A problem without a recipe of its own, such as one of a plug-in: those of three common learners
// that learn it. Rows have the features of the recipe for one label.
Recipe recipe_of_other(const InitFacts& facts) {
  Recipe r = facts.format->input == kRows ? recipe_of_rows(facts) : Recipe();
  const ProblemEntry& problem = *find_problem(facts.problem);
  r.problem = {{"type", problem.name}};
  if (!problem.losses.empty()) r.problem["loss"] = problem.losses.front();
  r.metrics = OrderedConfig::array();
  r.selects = false;
  r.training_views = nullptr;
  if (problem.has_sets()) r.kernel = nullptr;  // kernels are of single examples
  const OrderedConfig svm = {{"type", "structural_svm"}, {"C", r.costs[1]}, {"gap", 0.05}};
  r.learners = OrderedConfig::array();
  const Views views = problem.blank(with_defaults(problem.options, Json(r.problem)));
  for (OrderedConfig learner : {OrderedConfig{{"type", "perceptron"}, {"average", true}}, svm,
                                guarded_self_training(svm, 5)}) {
    const LearnerEntry& entry = *find_learner(learner.at("type").get<std::string>());
    if (!learns(entry, views)) continue;
    if (!r.kernel.is_null() && takes_kernels(Needs{entry.needs})) learner["kernel"] = r.kernel;
    r.learners.push_back(std::move(learner));
  }
  if (r.learners.empty())
    throw ConfigError(fmt::format(
        "--problem {}: neither a perceptron nor structural_svm learns it, so init cannot choose "
        "learners: write a config",
        problem.name));
  r.training = r.learners[r.learners.size() > 1 ? 1 : 0];
  r.why_learners = fmt::format(
      "init knows nothing of problem {} but what it declares, so these are common learners that "
      "learn it.",
      problem.name);
  return r;
}

Recipe recipe_for(const InitFacts& facts) {
  if (facts.problem == "graph") return recipe_of_graphs(facts);
  if (facts.problem == "parsing") return recipe_of_trees();
  if (facts.problem == "dependency") return recipe_of_heads(facts);
  if (facts.problem == "alignment") return recipe_of_alignments();
  if (facts.problem == "clustering") return recipe_of_objects();
  if (facts.problem == "diversification") return recipe_of_queries();
  if (facts.problem == "regression") return recipe_of_numbers(facts);
  if (facts.problem == "sequence")
    return extractor_input(*facts.format) == ExtractorInput::kTokens ? recipe_of_sentences(facts)
                                                                     : recipe_of_chains(facts);
  if (facts.problem == kSeveral) return recipe_of_sets(recipe_of_rows(facts));
  if (facts.problem == "multiclass") return recipe_of_rows(facts);
  return recipe_of_other(facts);
}

Recipe recipe_of_rows(const InitFacts& facts) {
  if ((facts.format->has_rows(RowKind::kTable) || facts.format->has_rows(RowKind::kTexts)) &&
      facts.recognition.block.contains("features"))
    return recipe_of_texts(facts);
  const bool sparse = facts.recognition.values == RowValues::kCounts ||
                      facts.recognition.values == RowValues::kSparse;
  return sparse && extractor_input(*facts.format) == ExtractorInput::kRows
             ? recipe_of_sparse_rows(facts)
             : recipe_of_table();
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
    why +=
        fmt::format(" Each draw uses up to {} of your unlabeled examples.", sizes.unlabeled.back());
  if (!sizes.every_label) why += " A draw may lack a rare label, as every_label is false.";
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
