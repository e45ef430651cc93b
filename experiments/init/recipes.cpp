#include "costruct/experiments/init/recipes.hpp"

#include <fmt/format.h>

#include "costruct/data/examples/label_scheme.hpp"
#include "costruct/data/features/extractor_list.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/learners/fitting_learners.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {
namespace {

OrderedConfig named(std::vector<std::string> groups) {
  return {{"split", "named"}, {"groups", OrderedConfig::array({std::move(groups)})}};
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
          {"select", {{"C", {0.01, 0.1, 1, 10}}}}};
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
  r.kernel = {{"type", "linear"}, {"scaling", "minmax"}};
  r.features = OrderedConfig(facts.recognition.block.at("features"));
  for (const Json& words : facts.recognition.block.at("features")) {
    OrderedConfig latent = {{"extractor", "latent"}, {"dimensions", 50}};
    latent["column"] = OrderedConfig(words.at("column"));
    r.features.push_back(latent);
  }
  OrderedConfig words = svm, columns = svm;
  words["views"] = named(texts);
  columns["name"] = "svm_columns";
  columns["kernel"] = r.kernel;
  columns["select"] = {{"C", r.costs}};
  r.learners = {words, columns,
                guarded_self_training({{"type", "structural_svm"}, {"C", 1}, {"gap", 0.05}}, 5)};
  r.learners.back()["kernel"] = r.kernel;
  r.training = without_name(columns);
  r.why_learners =
      "svm sees the words alone. svm_columns also sees the other columns, scaled to 0 to 1, and "
      "latent dimensions, which are learned from texts without labels. self_training sees the same "
      "and labels rows without labels itself.";
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
  if (r.kernel.is_null()) r.costs.push_back(100);  // as of sparse rows with one label
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

// A problem without a recipe of its own, such as one of a plug-in, gets those of three common
// learners that can learn it. Rows have the features of the recipe for one label.
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

}  // namespace

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

}  // namespace costruct::experiments
