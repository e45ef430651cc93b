// What every learner of the catalog does with data over labels that it can learn, and what it says
// of itself. The laws of a Learner are in tests/contract.
#include <catch2/catch.hpp>

#include "costruct/contract/instances/small_instances.hpp"
#include "costruct/contract/learner_laws.hpp"
#include "support/fits.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using Catch::Contains;

namespace {

/// A learner that holds another one, with that one fixed: options of both stand side by side.
LearnerEntry holding(const LearnerEntry& outer, const LearnerEntry& inner) {
  LearnerEntry entry = outer;
  entry.name = outer.name + " of " + inner.name;
  entry.options.insert(entry.options.end(), inner.options.begin(), inner.options.end());
  const auto around = [&outer, inner = inner.name](const Json& options) {
    Json own = {{"rounds", 3}}, block = options;
    for (const OptionInfo& info : outer.options) {
      if (!block.contains(info.name)) continue;
      own[info.name] = block[info.name];
      block.erase(info.name);
    }
    block["type"] = inner;
    own["learner"] = block;
    return own;
  };
  entry.make = [=, &outer](const Json& options) { return outer.make(around(options)); };
  entry.needs_with = [=, &outer](const Json& options) { return needs_of(outer, around(options)); };
  entry.problem_overrides = problem_overrides(outer, {{"learner", {{"type", inner.name}}}});
  return entry;
}

/// The entries of the catalog that predict labels, and those that hold learners with each that they
/// may hold.
std::vector<LearnerEntry> all_learners() {
  std::vector<LearnerEntry> all(learner_catalog().begin(), learner_catalog().end());
  std::erase_if(all, [](const LearnerEntry& entry) { return entry.predicts_numbers; });
  for (const char* outer : {"self_training", "co_training"}) {
    for (const LearnerEntry& inner : learner_catalog()) {
      if (is_supervised(inner)) all.push_back(holding(*find_learner(outer), inner));
    }
  }
  return all;
}

/// A problem block for one entry of the catalog, with what the learner overrides; keys the problem
/// lacks are left out (then the learner has to say so itself).
Json problem_options(const ProblemEntry& problem, const LearnerEntry& learner) {
  Json options = Json::object();
  for (const auto& [key, value] : learner.problem_overrides.items()) {
    for (const OptionInfo& info : problem.options) {
      if (info.name == key) options[key] = value;
    }
  }
  return options;
}

/// Problems over labels whose options all have defaults.
bool takes_labels(const ProblemEntry& problem) {
  if (problem.has_sets()) return false;  // of two labels alone
  if (problem.predicts_sets) return false;  // tests/contract has its instances
  if (problem.predicts_numbers || (problem.input != kRows && problem.input != kChains))
    return false;
  try {
    (void)problem.blank(Json::object());
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

bool takes(const LearnerEntry& learner, const ProblemEntry& problem) {
  if (!takes_labels(problem)) return false;
  try {
    check_needs(learner, Json::object(), problem.blank(problem_options(problem, learner)));
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

std::vector<Index> lengths_for(const ProblemEntry& problem, Index count, Dice& dice) {
  std::vector<Index> lengths(count, 1);
  if (problem.input == kChains) {
    for (Index& length : lengths) length = dice.range(0, 5);
    lengths.front() = 3;
  }
  return lengths;
}

/// Whether it learns grammars, alignments or clusterings alone, which are no problems over labels.
bool learns_no_labels(const LearnerEntry& learner) {
  const Needs needs = needs_of(learner, Json::object());
  return needs.known_weights ||
         std::any_of(needs.offers.begin(), needs.offers.end(), [](Need need) {
           return need == Need::kMultinomialModel || need == Need::kPairHiddenMarkovModel ||
                  need == Need::kPairDecisions || need == Need::kSingleMoves;
         });
}

template <class Check>
void over_catalog(const Check& check) {
  for (const LearnerEntry& learner : all_learners()) {
    int problems = 0;
    for (const ProblemEntry& problem : problem_catalog()) {
      if (!takes(learner, problem)) continue;
      INFO(learner.name << " on " << problem.name);
      check(learner, problem);
      ++problems;
    }
    INFO(learner.name);
    CHECK((problems > 0) != learns_no_labels(learner));
  }
}

}  // namespace

TEST_CASE("limits, numbers and lists among the options keep runs the same on any number of threads",
          "[learners][determinism]") {
  const auto [name, problem, text] = GENERATE(table<std::string, std::string, std::string>(
      {{"co_perceptron", "sequence",
        R"({"epochs": 5, "Cu": 0.3, "Cu_schedule": "exponential", "Cu_epochs": 4, "average": true})"},
       {"co_svm", "sequence",
        R"({"epochs": 3, "Cu": 0.1, "Cu_epochs": 2, "slack_norm": 2, "start": "supervised"})"},
       {"tsvm_ova", "multiclass", R"({"C": 0.1, "Cu": 0.3, "gap": 0.01, "switches": 5})"},
       {"tsvm_ova", "multiclass", R"({"positive_share": {"0": 0.5}, "iteration_limit": 30})"},
       {"gradient_tsvm", "sequence", R"({"epochs": 7, "C_epochs": 2, "Cu_epochs": 3})"},
       {"gradient_tsvm", "sequence",
        R"({"epochs": 5, "C_epochs": 2, "Cu_epochs": 2, "rescaling": "slack", "minimizer": "lbfgs"})"},
       {"gradient_co_svm", "sequence", R"({"epochs": 5, "Cu": 0.1, "C_epochs": 2, "gap": 0.01})"},
       {"crf", "sequence", R"({"C": 0.1, "gap": 1e-5})"},
       {"crf", "sequence", R"({"C": 10, "memory": 2, "iteration_limit": 7})"},
       {"structural_svm", "sequence", R"({"slack_norm": 2})"},
       {"structural_svm", "sequence", R"({"rescaling": "slack", "C": 0.01})"},
       {"structural_svm", "sequence", R"({"epsilon": 0.5, "C": 0.01})"},
       {"structural_svm", "sequence", R"({"solver": "one_slack", "iteration_limit": 3})"},
       {"structural_svm", "sequence",
        R"({"solver": "bcfw", "average": true, "C_path": [0.001], "C": 0.01, "iteration_limit": 5})"},
       {"self_training", "sequence", R"({"rounds": 2, "batch": 30, "Cu": 0.5, "relabel": false})"},
       {"self_training", "sequence",
        R"({"rounds": 4, "batch": 1000, "learner": {"type": "perceptron", "shuffle": true, "epochs": 3}})"},
       {"self_training", "sequence",
        R"({"rounds": 2, "Cu": 0.1, "learner": {"type": "structural_svm", "slack_norm": 2}})"},
       {"self_training", "sequence",
        R"({"relabel": false, "learner": {"type": "crf", "C": 0.1, "iteration_limit": 7}})"},
       {"self_training", "sequence", R"({"rounds": 2, "batch": 9, "confidence": "posterior"})"},
       {"self_training", "multiclass", R"({"rounds": 2, "batch": 5, "pick": "per_class"})"},
       {"co_training", "sequence",
        R"({"rounds": 3, "growth": 4, "pool": 9, "Cu": 0.5, "final": "joint"})"},
       {"co_training", "sequence",
        R"({"rounds": 2, "confidence": "posterior", "learner": {"type": "crf", "iteration_limit": 7}})"},
       {"co_training", "multiclass",
        R"({"rounds": 4, "growth": 3, "pool": 50, "learner": {"type": "perceptron", "shuffle": true}})"},
       {"self_training", "sequence", R"({"rounds": 3, "Cu": 0.5, "label_shares": "labeled"})"},
       {"self_training", "multiclass",
        R"({"rounds": 3, "confidence": "posterior", "label_shares": {"0": 0.6, "1": 0.4}})"},
       {"co_training", "multiclass", R"({"rounds": 3, "growth": 3, "label_shares": "labeled"})"},
       {"co_svm", "sequence",
        R"({"epochs": 4, "Cu": 0.5, "Cu_epochs": 2, "label_shares": "labeled"})"},
       {"co_svm", "multiclass",
        R"({"epochs": 4, "Cu": 0.5, "Cu_epochs": 2, "final": "joint", "label_shares": {"0": 0.5}})"},
       {"gradient_co_svm", "sequence",
        R"({"epochs": 5, "Cu": 0.1, "C_epochs": 2, "gap": 0.01, "label_shares": "labeled"})"},
       {"gradient_co_svm", "multiclass",
        R"({"epochs": 5, "Cu": 0.1, "C_epochs": 2, "teacher": "joint", "label_shares": "labeled"})"},
       {"hmm", "sequence", R"({"smoothing": 0.01})"}}));
  const LearnerEntry& learner = *find_learner(name);
  for (const SmallInstance& instance : small_instances(problem, 101)) {
    if (instance.views.size() != (learner.uses_views ? 2 : 1)) continue;
    const LearnerCase c{learner, *find_problem(problem), instance, Json::parse(text)};
    INFO(c.name());
    CHECK(c.unmet() == "");
    CHECK(run_violations(c, 101) == std::vector<std::string>{});
    CHECK(thread_violations(c, 101) == std::vector<std::string>{});
    break;
  }
}

TEST_CASE("separable toy data are fitted", "[learners][contract]") {
  over_catalog([](const LearnerEntry& learner, const ProblemEntry& problem) {
    Dice dice(102);
    for (const Index num_views : {1, 2}) {
      if (num_views > 1 && !learner.uses_views) continue;
      for (const Index unlabeled : {0, 20}) {
        INFO(num_views << " views, " << unlabeled << " unlabeled");
        const Toy toy =
            separable_toy(lengths_for(problem, 60, dice), {"O", "A", "B"}, num_views, dice);
        const Views views = make_views(problem.name, problem_options(problem, learner), toy.data);
        Json options = Json::object();
        for (const std::string& path : option_paths(learner.options, options)) {
          if (path == "epochs") options["epochs"] = 100;
          if (path == "label_shares" && learner.name != "crf") options["label_shares"] = "free";
          if (path == "learner.epochs")
            options["learner"] = {{"type", "perceptron"}, {"epochs", 100}};
        }
        const Sample sample = split(toy.truth, 40, unlabeled);
        const Fitted fitted = learner.make(options)->fit(views, sample, {});
        const Views predicting = predicting_views(fitted, views);
        const Vector w = stack(fitted.weights);
        Index wrong = 0;
        for (const auto& [x, y, weight] : sample.labeled)
          wrong += predicting.joint().decode(x, w).output != y;
        // Co-training keeps its pseudo-labels, and one that is wrong may leave nothing to separate.
        const bool keeps = learner.name.starts_with("co_training") && unlabeled > 0;
        CHECK(wrong <= (keeps ? 1 : 0));
      }
    }
  });
}

TEST_CASE("a single class, a single example and empty inputs are learnt without complaint",
          "[learners][contract]") {
  over_catalog([](const LearnerEntry& learner, const ProblemEntry& problem) {
    Dice dice(103);
    const Index num_views = learner.uses_views ? 2 : 1;
    const Toy one_class = separable_toy(lengths_for(problem, 12, dice), {"only"}, num_views, dice);
    const Views views = make_views(problem.name, problem_options(problem, learner), one_class.data);
    const Fitted fitted =
        learner.make(Json::object())->fit(views, split(one_class.truth, 8, 4), {});
    check_form(learner, views, fitted);
    const Views predicting = predicting_views(fitted, views);
    for (InputId x = 0; x < 12; ++x) {
      CHECK(predicting.joint().decode(x, stack(fitted.weights)).output == one_class.truth[x]);
    }
    if (problem.input != kChains) return;
    const Toy empty = separable_toy({0, 0, 0}, {"O", "A"}, num_views, dice);
    const Views empty_views =
        make_views(problem.name, problem_options(problem, learner), empty.data);
    check_form(learner, empty_views,
               learner.make(Json::object())->fit(empty_views, split(empty.truth, 2, 1), {}));
  });
}

TEST_CASE("a label that no labeled example has leaves the weights finite", "[learners][contract]") {
  over_catalog([](const LearnerEntry& learner, const ProblemEntry& problem) {
    Dice dice(104);
    Toy toy = separable_toy(lengths_for(problem, 12, dice), {"O", "A", "never"}, 1, dice);
    for (Output& y : toy.truth) std::replace(y.parts.begin(), y.parts.end(), 2, 0);
    const Views views = make_views(problem.name, problem_options(problem, learner), toy.data);
    check_form(learner, views,
               learner.make(Json::object())->fit(views, split(toy.truth, 12, 0), {}));
  });
}

TEST_CASE(
    "labels that no labeled example has, the first among them, do not keep others from being "
    "learnt",
    "[learners][contract]") {
  over_catalog([](const LearnerEntry& learner, const ProblemEntry& problem) {
    Dice dice(106);
    const Index num_views = learner.uses_views ? 2 : 1;
    Toy toy = separable_toy(lengths_for(problem, 60, dice), {"never", "A", "B", "never either"},
                            num_views, dice);
    // Examples with the labels never seen are unlabeled ones, among others.
    Sample sample;
    for (InputId x = 0; x < 60; ++x) {
      const auto& parts = toy.truth[x].parts;
      const bool seen =
          std::all_of(parts.begin(), parts.end(), [](int k) { return k == 1 || k == 2; });
      if (seen && x % 4 != 0) {
        sample.labeled.push_back({x, toy.truth[x]});
      } else if (x % 2 == 0) {
        sample.unlabeled.push_back(x);
      }
    }
    REQUIRE(sample.labeled.size() >= 4);
    REQUIRE(sample.unlabeled.size() >= 10);
    const Views views = make_views(problem.name, problem_options(problem, learner), toy.data);
    const Fitted fitted = learner.make(Json::object())->fit(views, sample, {});
    check_form(learner, views, fitted);
    const Views predicting = predicting_views(fitted, views);
    const Vector w = stack(fitted.weights);
    Index right = 0, parts = 0;
    for (const auto& [x, y, weight] : sample.labeled) {
      const Output y_hat = predicting.joint().decode(x, w).output;
      for (std::size_t t = 0; t < y.parts.size(); ++t, ++parts)
        right += y_hat.parts[t] == y.parts[t];
    }
    INFO(right << " of " << parts);
    CHECK(10 * right >= 9 * parts);
  });
}

TEST_CASE("every learner of the catalog says what it is", "[learners][catalog]") {
  for (const char* name : {"perceptron", "co_perceptron", "hmm", "naive_bayes", "pcfg", "pair_hmm",
                           "substitution_matrix", "crf"})
    REQUIRE(find_learner(name) != nullptr);
  CHECK(find_learner("perceptorn") == nullptr);
  CHECK(!find_learner("perceptron")->uses_views);
  CHECK(!find_learner("perceptron")->uses_unlabeled);
  CHECK(find_learner("co_perceptron")->uses_views);
  CHECK(find_learner("co_perceptron")->uses_unlabeled);
  CHECK(!find_learner("hmm")->uses_unlabeled);
  CHECK(!uses_unlabeled(*find_learner("hmm"), Json::object()));
  CHECK(!uses_unlabeled(*find_learner("hmm"), {{"unlabeled_weight", 0}}));
  CHECK(uses_unlabeled(*find_learner("hmm"), {{"unlabeled_weight", 0.1}}));
  CHECK(uses_unlabeled(*find_learner("naive_bayes"), Json::object()));
  CHECK(!uses_unlabeled(*find_learner("naive_bayes"), {{"unlabeled_weight", 0}}));
  CHECK(!uses_unlabeled(*find_learner("pcfg"), Json::object()));
  CHECK(uses_unlabeled(*find_learner("tsvm_ova"), Json::object()));
  CHECK(!uses_unlabeled(*find_learner("pair_hmm"), Json::object()));
  CHECK(!find_learner("substitution_matrix")->uses_unlabeled);
  CHECK(!find_learner("retrieval_rule")->uses_unlabeled);
  CHECK(!find_learner("self_training")->uses_views);
  CHECK(find_learner("self_training")->uses_unlabeled);
  CHECK(find_learner("co_training")->uses_views);
  CHECK(find_learner("co_training")->uses_unlabeled);
  CHECK(find_learner("hmm")->problem_overrides.at("bias") == true);
  CHECK(find_learner("hmm")->problem_overrides.at("boundary") == true);
  CHECK(problem_overrides(*find_learner("self_training"), {{"learner", {{"type", "hmm"}}}}) ==
        find_learner("hmm")->problem_overrides);
  CHECK(problem_overrides(*find_learner("self_training"), Json::object()).empty());
  for (const LearnerEntry& entry : learner_catalog()) {
    INFO(entry.name);
    CHECK(find_learner(entry.name) == &entry);
    CHECK(!entry.summary.empty());
    CHECK(!entry.source.empty());
    for (const OptionInfo& info : entry.options) CHECK(!info.meaning.empty());
    // Inside another learner it is given no unlabeled inputs.
    const Json inside = with_defaults(entry.options_inside, Json::object());
    for (const std::string& weight : entry.unlabeled_weights) CHECK(inside.at(weight) == 0.0);
    CHECK(uses_unlabeled(entry, inside) == entry.uses_unlabeled);
    CHECK(!inside.contains("guard"));
    const Json defaults = with_defaults(entry.options, Json::object());
    if (entry.predicts_numbers) {
      CHECK_NOTHROW(entry.make_regressor(defaults));
    } else {
      CHECK_NOTHROW(entry.make(defaults));
    }
  }
}

TEST_CASE("options have the documented defaults", "[learners][catalog]") {
  const auto defaults = [](const char* name) {
    return with_defaults(find_learner(name)->options, Json::object());
  };
  CHECK(defaults("perceptron") ==
        Json::parse(R"({"epochs": 10, "shuffle": false, "average": false})"));
  CHECK(defaults("co_perceptron") ==
        Json::parse(
            R"({"epochs": 10, "shuffle": false, "average": false, "Cu": 0.01, "Cu_scale": "total",
                        "Cu_schedule": "constant", "Cu_epochs": 10, "final": "joint"})"));
  CHECK(defaults("hmm") ==
        Json::parse(
            R"({"smoothing": 1e-4, "emissions": "bernoulli", "unlabeled_weight": 0.0,
                        "unlabeled_scale": "total", "rounds": 20, "tolerance": 1e-5,
                        "held_out": 0.0})"));
  CHECK(defaults("naive_bayes") ==
        Json::parse(
            R"({"smoothing": 0.1, "emissions": "multinomial", "unlabeled_weight": 1.0,
                        "unlabeled_scale": "total", "rounds": 20, "tolerance": 1e-5,
                        "held_out": 0.0})"));
  CHECK(defaults("pcfg") == Json::parse(R"({"smoothing": 1e-6, "unlabeled_weight": 0.0,
                        "unlabeled_scale": "total", "rounds": 20, "tolerance": 1e-5,
                        "held_out": 0.0})"));
  CHECK(defaults("pair_hmm") == Json::parse(R"({"smoothing": 1.0, "unlabeled_weight": 0.0,
                        "unlabeled_scale": "total", "rounds": 20, "tolerance": 1e-5,
                        "held_out": 0.0})"));
  CHECK(defaults("substitution_matrix") == Json::parse(R"({"gap_open": 11.0, "gap_extend": 1.0})"));
  CHECK(defaults("retrieval_rule") == Json::parse(R"({"rule": "bm25", "redundancy": 1.0})"));
  CHECK(defaults("crf") ==
        Json::parse(
            R"({"C": 1.0, "gap": 1e-3, "memory": 6, "iteration_limit": null, "time_limit": null,
                        "entropy": 0.0, "shares_weight": 0.0, "label_shares": null})"));
  CHECK(defaults("structural_svm") ==
        Json::parse(
            R"({"C": 1.0, "slack_norm": 1, "rescaling": "margin", "solver": "auto", "gap": 1e-3,
                        "epsilon": null, "ascent": "subspace", "cached_passes": null, "kappa": null,
                        "average": false, "C_path": null, "C_scale": "each", "time_limit": null,
                        "oracle_limit": null, "iteration_limit": null})"));
  CHECK(defaults("tsvm_ova") ==
        Json::parse(
            R"({"C": 1.0, "Cu": 0.1, "Cu_scale": "total", "positive_share": null,
                        "swaps": "gaining", "switches": null,
                        "gap": 1e-3, "time_limit": null, "iteration_limit": null})"));
  Json inside = defaults("structural_svm");
  inside["type"] = "structural_svm";
  Json self_training = Json::parse(
      R"({"rounds": 10, "batch": null, "Cu": 0.1, "Cu_scale": "total", "relabel": true,
                        "confidence": "margin",
                        "per_part": true, "pick": "auto", "label_shares": "auto"})");
  self_training["learner"] = inside;
  CHECK(defaults("self_training") == self_training);
  Json co_training = Json::parse(
      R"({"rounds": 10, "growth": null, "pool": null, "Cu": 0.1, "Cu_scale": "total",
                        "final": "joint", "confidence": "margin", "per_part": true,
                        "pick": "auto", "label_shares": "auto"})");
  co_training["learner"] = inside;
  CHECK(defaults("co_training") == co_training);
  Json co_svm = defaults("structural_svm");
  co_svm.erase("C_scale");
  co_svm.update(
      Json::parse(R"({"Cu": 0.1, "Cu_scale": "total", "Cu_schedule": "exponential", "Cu_epochs": 10,
                                "r_max": 10, "epochs": 20, "start": "cold", "exact": false,
                                "final": "joint",
                                "label_shares": "auto"})"));
  CHECK(defaults("co_svm") == co_svm);
}

TEST_CASE("bad options of a learner are config errors that name the key", "[learners][catalog]") {
  const auto [learner, options, key] = GENERATE(table<std::string, std::string, std::string>(
      {{"perceptron", R"({"epochs": 0})", "epochs"},
       {"perceptron", R"({"epocs": 3})", "epochs"},
       {"structural_svm", R"({"C": 0})", "C"},
       {"structural_svm", R"({"slack_norm": 3})", "slack_norm"},
       {"structural_svm", R"({"gap": 0})", "gap"},
       {"structural_svm", R"({"solver": "nslack"})", "n_slack"},
       {"structural_svm", R"({"C_path": [1, -1]})", "C_path"},
       {"structural_svm", R"({"solver": "bcfw", "slack_norm": 2})", "slack_norm"},
       {"structural_svm", R"({"solver": "one_slack", "epsilon": 0.1})", "epsilon"},
       {"structural_svm", R"({"solver": "one_slack", "kappa": 1})", "kappa"},
       {"structural_svm", R"({"solver": "bcfw", "cached_passes": 1})", "cached_passes"},
       {"structural_svm", R"({"solver": "bcfw", "ascent": "full"})", "ascent"},
       {"structural_svm", R"({"average": true})", "average"},
       {"self_training", R"({"label_shares": "equal"})", "label_shares"},
       {"co_svm", R"({"label_shares": {"a": 0.7, "b": 0.7}})", "label_shares"},
       {"perceptron", R"({"Cu": 1})", "Cu"},
       {"perceptron", R"({"average": 1})", "average"},
       {"co_perceptron", R"({"Cu": 1.5})", "Cu"},
       {"co_perceptron", R"({"Cu": -0.1})", "Cu"},
       {"co_perceptron", R"({"Cu_schedule": "exponentiel"})", "exponential"},
       {"co_perceptron", R"({"Cu_epochs": 0})", "Cu_epochs"},
       {"co_perceptron", R"({"Cu_scale": "all"})", "total"},
       {"co_svm", R"({"Cu": -1})", "Cu"},
       {"co_svm", R"({"r_max": 0})", "r_max"},
       {"co_svm", R"({"epochs": 0})", "epochs"},
       {"co_svm", R"({"start": "warm"})", "supervised"},
       {"co_svm", R"({"final": "one"})", "joint"},
       {"co_svm", R"({"solver": "bcfw", "slack_norm": 2})", "slack_norm"},
       {"crf", R"({"C": 0})", "C"},
       {"crf", R"({"gap": 0})", "gap"},
       {"crf", R"({"memory": 0})", "memory"},
       {"crf", R"({"iteration_limit": 0})", "iteration_limit"},
       {"crf", R"({"iteration_limit": 1.5})", "iteration_limit"},
       {"crf", R"({"time_limit": 0})", "time_limit"},
       {"pcfg", R"({"smoothing": 0})", "smoothing"},
       {"pair_hmm", R"({"smoothing": 0})", "smoothing"},
       {"substitution_matrix", R"({"gap_open": -1})", "gap_open"},
       {"substitution_matrix", R"({"gap_extend": -1})", "gap_extend"},
       {"retrieval_rule", R"({"redundancy": -1})", "redundancy"},
       {"retrieval_rule", R"({"rule": "okapi"})", "rule"},
       {"pcfg", R"({"unlabeled_weight": -1})", "unlabeled_weight"},
       {"pcfg", R"({"rounds": 0})", "rounds"},
       {"pcfg", R"({"tolerance": 0})", "tolerance"},
       {"pcfg", R"({"held_out": 0.6})", "held_out"},
       {"naive_bayes", R"({"unlabeled_weight": -1})", "unlabeled_weight"},
       {"pcfg", R"({"Cu": 1})", "Cu"},
       {"tsvm_ova", R"({"C": 0})", "C"},
       {"tsvm_ova", R"({"Cu": -1})", "Cu"},
       {"tsvm_ova", R"({"positive_share": 0.3})", "must be an object from labels to their shares"},
       {"tsvm_ova", R"({"positive_share": {}})", "must be an object from labels to their shares"},
       {"tsvm_ova", R"({"positive_share": {"a": 1.1}})",
        "positive_share.a = 1.1: must be a number >= 0 and <= 1"},
       {"tsvm_ova", R"({"positive_share": {"a": "half"}})",
        "positive_share.a = \"half\": must be a number >= 0 and <= 1"},
       {"tsvm_ova", R"({"positive_share": {"a": 0.6, "b": 0.6}})", "they sum to 1.2"},
       {"tsvm_ova", R"({"switches": 0})", "switches"},
       {"tsvm_ova", R"({"gap": 0})", "gap"},
       {"tsvm_ova", R"({"slack_norm": 2})", "slack_norm"},
       {"self_training", R"({"rounds": 0})", "rounds"},
       {"self_training", R"({"batch": 0})", "batch"},
       {"self_training", R"({"batch": 0.5})", "batch"},
       {"self_training", R"({"Cu": -0.1})", "Cu"},
       {"self_training", R"({"relabel": 1})", "relabel"},
       {"self_training", R"({"learner": null})", "learner = null"},
       {"self_training", R"({"learner": "hmm"})", "learner = \"hmm\""},
       {"self_training", R"({"learner": {}})", "learner.type is missing"},
       {"self_training", R"({"learner": {"type": 3}})", "learner.type = 3"},
       {"self_training", R"({"learner": {"type": "structral_svm"}})",
        "did you mean structural_svm?"},
       {"self_training", R"({"learner": {"type": "co_perceptron"}})", "no supervised learner"},
       {"self_training", R"({"learner": {"type": "self_training"}})", "no supervised learner"},
       {"self_training", R"({"learner": {"type": "structural_svm", "C": 0}})",
        "learner.C = 0: must be > 0"},
       {"self_training", R"({"learner": {"type": "hmm", "C": 1}})", "learner.C"},
       {"self_training", R"({"learner": {"type": "perceptron", "epocs": 1}})",
        "did you mean epochs?"},
       {"self_training",
        R"({"learner": {"type": "structural_svm", "solver": "bcfw", "slack_norm": 2}})",
        "learner.slack_norm"},
       {"self_training", R"({"confidence": "certain"})", "confidence"},
       {"self_training", R"({"pick": "class"})", "per_class"},
       {"co_training", R"({"rounds": -1})", "rounds"},
       {"co_training", R"({"growth": 0})", "growth"},
       {"co_training", R"({"pool": 0})", "pool"},
       {"co_training", R"({"growth": 6, "pool": 5})", "growth = 6: more than the pool of 5"},
       {"co_training", R"({"Cu": -0.1})", "Cu"},
       {"co_training", R"({"final": "both"})", "joint"},
       {"co_training", R"({"learner": {"type": "co_svm"}})", "no supervised learner"},
       {"co_training", R"({"learner": {"type": "co_training"}})", "no supervised learner"},
       {"co_training", R"({"learner": {"type": "crf", "C": 0}})", "learner.C = 0: must be > 0"},
       {"hmm", R"({"smoothing": 0})", "smoothing"},
       {"hmm", R"({"smoothing": -1})", "smoothing"},
       {"hmm", R"({"smooting": 1})", "smoothing"},
       {"hmm", R"({"emissions": "presents"})", "present"}}));
  INFO(learner << " " << options);
  const LearnerEntry& entry = *find_learner(learner);
  const Json parsed = Json::parse(options);
  CHECK_THROWS_AS(entry.make(parsed), ConfigError);
  CHECK_THROWS_WITH(entry.make(parsed), Contains(key));
}
