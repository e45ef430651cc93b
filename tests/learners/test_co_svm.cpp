// The co-SVM against structural SVMs, enumeration, dense quadratic programs and the naive algorithm.
#include <catch2/catch.hpp>

#include "costruct/core/optimize/n_slack.hpp"
#include "costruct/learners/co_training.hpp"
#include "learners/naive_co_training.hpp"
#include "support/problem_contract.hpp"
#include "support/svm_solvers.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

std::string spelled(Augmentation augmentation) {
  return std::string(augmentation.rescaling == Rescaling::kSlack ? "slack" : "margin") +
         " rescaling, r = " + std::to_string(augmentation.slack_norm);
}

SvmTask with_split(SvmTask task, Index labeled) {
  const Index count = static_cast<Index>(task.data.truth.size());
  task.sample = split(task.data.truth, labeled, count - labeled);
  return task;
}

/// Inputs of every kind of problem and every loss with exact decoders, in V views.
std::vector<SvmTask> co_tasks(std::uint64_t seed, Index num_views) {
  Dice dice(seed);
  const std::vector<Index> features(num_views, 3);
  const Json costs = {{0, 1, 2}, {3, 0, 0.5}, {1, 4, 0}};
  std::vector<SvmTask> tasks;
  tasks.push_back(
      {"classes", "multiclass", Json::object(), small_points(dice, 14, {"a", "b", "c"}, features), {}});
  tasks.push_back({"costs of classes",
                   "multiclass",
                   {{"loss", "cost_matrix"}, {"costs", costs}},
                   small_points(dice, 14, {"a", "b", "c"}, features),
                   {}});
  for (const char* loss : {"zero_one", "hamming", "hamming_normalized", "f1_micro"}) {
    tasks.push_back({std::string("sequences, ") + loss,
                     "sequence",
                     {{"loss", loss}},
                     small_sequences(dice, num_views % 2 == 0, features, {3, 1, 2, 3, 2, 0, 3, 1, 2, 3}),
                     {}});
  }
  for (SvmTask& task : tasks) {
    task = with_split(std::move(task), 5);
    task.sample.labeled[1].weight = 2.5;
    task.sample.labeled[2].weight = 0;
  }
  return tasks;
}

SvmTask view_of(const SvmTask& task, Index v) {
  SvmTask alone = task;
  alone.data.parts = *only_view(task.data.parts, v);
  return alone;
}

Fitted fit_co_svm(const SvmTask& task, const Json& options, const FitContext& context = {}) {
  return make_learner("co_svm", options)->fit(task.views(), task.sample, context);
}

bool all_finite(const Fitted& fitted) {
  const Vector w = stack(fitted.weights);
  return std::all_of(w.begin(), w.end(), [](double each) { return std::isfinite(each); });
}

/// argmax f over all outputs, the smallest among equals, and how far the next is behind.
NaiveOpinion opinion(const SvmTask& task, const StructuredProblem& problem, InputId x, const Vector& w) {
  const std::vector<Output> outputs = task.outputs(x);
  const auto f = [&](const Output& y) { return problem.score(x, y, w); };
  const std::vector<Decoded> by_value = ranked(outputs, f);
  if (by_value.size() == 1) return {by_value[0].output, HUGE_VAL};
  return {by_value[0].output, by_value[0].value - by_value[1].value};
}

/// The slack of (x, y) at w, over all outputs.
double slack(const SvmTask& task, const StructuredProblem& problem, InputId x, const Output& y,
             const Vector& w, Augmentation augmentation) {
  double worst = 0;
  for (const Output& y_hat : task.outputs(x)) {
    const auto [b, s] = reference_scale(problem.loss(y, y_hat), augmentation);
    worst = std::max(worst, b - s * (problem.score(x, y, w) - problem.score(x, y_hat, w)));
  }
  return worst;
}

/// Opt. Problems 6.5-6.7 summed over the views, references and confidences following from w.
struct FullObjective {
  double value = 0, disagreement = 0;
  Vector labeled;  ///< by view: without unlabeled terms
};

FullObjective full_objective(const SvmTask& task, const std::vector<Vector>& w, double C, double Cu,
                             Augmentation augmentation) {
  const Views views = task.views();
  const Index V = views.count();
  const double r = augmentation.slack_norm;
  FullObjective full;
  for (Index v = 0; v < V; ++v) {
    double value = 0;
    for (const double each : w[v]) value += 0.5 * each * each;
    for (const auto& [x, y, weight] : task.sample.labeled) {
      value += C / r * weight * std::pow(slack(task, views[v], x, y, w[v], augmentation), r);
    }
    full.labeled.push_back(value);
    for (const InputId x : task.sample.unlabeled) {
      for (Index u = 0; u < V; ++u) {
        if (u == v && V > 1) continue;
        const NaiveOpinion peer = opinion(task, views[u], x, w[u]);
        const double loss =
            C / r * Cu * std::pow(slack(task, views[v], x, peer.y_hat, w[v], augmentation), r);
        value += std::min(1.0, peer.margin) * loss;
      }
    }
    full.value += value;
  }
  double differ = 0;
  for (const InputId x : task.sample.unlabeled) {
    bool agree = true;
    for (Index v = 1; v < V; ++v) {
      agree = agree && opinion(task, views[v], x, w[v]).y_hat == opinion(task, views[0], x, w[0]).y_hat;
    }
    differ += !agree;
  }
  full.disagreement = differ / static_cast<double>(task.sample.unlabeled.size());
  return full;
}

/// The report is true of the weights: form, primal, last row.
FullObjective check_report(const SvmTask& task, const Fitted& fitted, double C, double Cu,
                           Augmentation augmentation) {
  const FitReport& report = fitted.report;
  REQUIRE(static_cast<Index>(fitted.weights.size()) == task.views().count());
  REQUIRE(all_finite(fitted));
  CHECK(!report.stopped_because.empty());
  const FullObjective full = full_objective(task, fitted.weights, C, Cu, augmentation);
  REQUIRE(report.primal);
  CHECK(*report.primal == Approx(full.value).epsilon(1e-9).margin(1e-9));
  CHECK(!report.dual);
  CHECK(!report.gap);
  CHECK((task.views().count() == 1) == (report.stopped_because.find("self-training") != std::string::npos));
  REQUIRE(report.history.size() >= 1);
  const Json& last = report.history.back();
  CHECK(last.at("disagreement").get<double>() == full.disagreement);
  CHECK(last.at("pseudo_labels_changed").is_number_integer());
  CHECK(last.at("oracle_calls").get<Index>() <= report.oracle_calls);
  REQUIRE(last.at("views").size() == fitted.weights.size());
  for (std::size_t v = 0; v < fitted.weights.size(); ++v) {
    const double primal = last["views"][v].at("primal"), dual = last["views"][v].at("dual");
    const double rounding = 1e-9 * (1 + primal);
    CHECK(primal >= full.labeled[v] - rounding);
    CHECK(dual <= primal + rounding);
    CHECK(last["views"][v].at("gap").get<double>() ==
          Approx(primal == 0 ? 0 : (primal - dual) / primal).epsilon(1e-6).margin(1e-9));
    if (report.converged) CHECK(last["views"][v].at("gap").get<double>() <= 1e-3);
  }
  CHECK(static_cast<Index>(report.history.size()) == report.iterations + 1);
  Index calls = 0;
  for (Index t = 1; t <= report.iterations; ++t) {
    const Json& row = report.history[t - 1];
    CHECK(row.at("epoch") == t);
    for (const char* key : {"Cu", "disagreement", "pseudo_labels_changed", "repetitions", "unresolved",
                            "cycling", "passed_over", "constraints", "oracle_calls"}) {
      CHECK(row.contains(key));
    }
    CHECK(row.at("oracle_calls").get<Index>() >= calls);
    calls = row.at("oracle_calls");
  }
  return full;
}

/// Feature k of every view marks label k, `strength` times; noise beside it.
SvmTask clear_points(std::uint64_t seed, Index count, Index num_views, double strength) {
  Dice dice(seed);
  SvmTask task{"clear points", "multiclass", Json::object(), {}, {}};
  task.data.parts.labels = {"a", "b", "c"};
  for (Index i = 0; i < count; ++i) task.data.truth.push_back({{static_cast<int>(i % 3)}});
  for (Index v = 0; v < num_views; ++v) {
    FeatureTable table;
    table.num_features = 6;
    for (const Output& y : task.data.truth) {
      table.feature.push_back(y.parts[0]);
      table.value.push_back(strength * dice.range(1, 3));
      table.feature.push_back(3 + dice.range(0, 2));
      table.value.push_back(dice.range(-1, 1));
      table.end_part();
      table.end_example();
    }
    task.data.parts.views.push_back(std::move(table));
  }
  return with_split(std::move(task), 6);
}

/// Two labels, real features: no ties but at zero weights.
SvmTask binary_points(std::uint64_t seed, Index count, Index num_views, Index labeled) {
  Dice dice(seed);
  SvmTask task{"two classes", "multiclass", {{"loss", "cost_matrix"}, {"costs", {{0, 2}, {0.5, 0}}}}, {}, {}};
  task.data.parts.labels = {"no", "yes"};
  for (Index i = 0; i < count; ++i) task.data.truth.push_back({{dice.range(0, 1)}});
  for (Index v = 0; v < num_views; ++v) {
    FeatureTable table;
    table.num_features = 3;
    for (Index i = 0; i < count; ++i) {
      for (int j = 0; j < 3; ++j) {
        table.feature.push_back(j);
        table.value.push_back(2 * dice.real());
      }
      table.end_part();
      table.end_example();
    }
    task.data.parts.views.push_back(std::move(table));
  }
  return with_split(std::move(task), labeled);
}

/// A view that knows no bound of difference norms, as a problem need not.
class WithoutNormBound final : public StructuredProblem, public RunnerUpDecoder {
 public:
  explicit WithoutNormBound(const StructuredProblem& problem)
      : problem_(problem), decoder_(dynamic_cast<const RunnerUpDecoder&>(problem)) {}
  Index dimension() const override { return problem_.dimension(); }
  Index num_inputs() const override { return problem_.num_inputs(); }
  SparseVector joint_feature(InputId x, const Output& y) const override {
    return problem_.joint_feature(x, y);
  }
  Decoded decode(InputId x, ConstVectorRef w) const override { return problem_.decode(x, w); }
  Decoded loss_augmented_decode(InputId x, const Output& y, ConstVectorRef w, Augmentation a) const override {
    return problem_.loss_augmented_decode(x, y, w, a);
  }
  double loss(const Output& y, const Output& y_hat) const override { return problem_.loss(y, y_hat); }
  std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const override {
    return decoder_.runner_up(x, y, w);
  }
  std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                             Augmentation a) const override {
    return decoder_.most_violated_other(x, y, w, a);
  }
  TwoBest two_best(InputId x, ConstVectorRef w) const override { return decoder_.two_best(x, w); }

 private:
  const StructuredProblem& problem_;
  const RunnerUpDecoder& decoder_;
};

}  // namespace

TEST_CASE("without unlabeled examples, or with Cu = 0, a co-SVM is V structural SVMs bit for bit",
          "[learners][co_svm]") {
  for (const Index num_views : {1, 2, 3}) {
    for (const SvmTask& task : co_tasks(8001, num_views)) {
      for (const Augmentation augmentation : all_augmentations()) {
        INFO(num_views << " views, " << task.name << ", " << spelled(augmentation));
        const Json options = svm_options(0.6, augmentation, 1e-4);
        std::vector<Vector> w;
        double primal = 0, dual = 0;
        Index calls = 0, iterations = 0;
        for (Index v = 0; v < num_views; ++v) {
          const Fitted alone = fit_svm(view_of(task, v), options);
          w.push_back(alone.weights.at(0));
          primal += *alone.report.primal;
          dual += *alone.report.dual;
          calls += alone.report.oracle_calls;
          iterations += alone.report.iterations;
        }
        SvmTask labeled_only = task;
        labeled_only.sample.unlabeled.clear();
        Json no_weight = options;
        no_weight["Cu"] = 0;
        for (const Fitted& fitted : {fit_co_svm(labeled_only, options), fit_co_svm(task, no_weight)}) {
          CHECK(same_weights(fitted.weights, w));
          CHECK(same_bits(*fitted.report.primal, primal));
          CHECK(same_bits(*fitted.report.dual, dual));
          CHECK(*fitted.report.gap == (primal - dual) / primal);
          CHECK(fitted.report.oracle_calls == calls);
          CHECK(fitted.report.iterations == iterations);
          CHECK(fitted.report.converged);
          CHECK(fitted.report.stopped_because == "gap");
        }
      }
    }
  }
}

TEST_CASE("the primal of a co-SVM is the full objective at its weights, by enumeration",
          "[learners][co_svm]") {
  for (const Index num_views : {1, 2, 3}) {
    for (const SvmTask& task : co_tasks(8002, num_views)) {
      for (const Augmentation augmentation : all_augmentations()) {
        INFO(num_views << " views, " << task.name << ", " << spelled(augmentation));
        Json options = svm_options(0.6, augmentation, 1e-3);
        options.update({{"Cu", 0.4}, {"epochs", 6}, {"Cu_epochs", 2}});
        check_report(task, fit_co_svm(task, options), 0.6, 0.4, augmentation);
      }
    }
  }
}

TEST_CASE("a co-SVM has converged when no pseudo-label changes and every view has solved its convex problem",
          "[learners][co_svm]") {
  Index settled = 0;
  for (const Index num_views : {1, 2, 3}) {
    for (const std::uint64_t seed : {8003, 8004}) {
      for (const SvmTask& task : co_tasks(seed, num_views)) {
        for (const Augmentation augmentation : all_augmentations()) {
          INFO(num_views << " views, " << task.name << ", " << spelled(augmentation));
          Json options = svm_options(0.5, augmentation, 1e-5);
          options.update({{"Cu", 0.1}, {"epochs", 15}, {"Cu_schedule", "constant"}});
          const Fitted fitted = fit_co_svm(task, options);
          check_report(task, fitted, 0.5, 0.1, augmentation);
          const Json& last = fitted.report.history.back();
          const bool ended = fitted.report.stopped_because.rfind("pseudo-labels settled", 0) == 0;
          CHECK(fitted.report.converged == ended);
          if (!ended) continue;
          ++settled;
          CHECK(last.at("pseudo_labels_changed") == 0);
          for (Index v = 0; v < num_views; ++v) {
            CHECK(last["views"][v]["gap"].get<double>() <= 1e-5);
          }
        }
      }
    }
  }
  CHECK(settled > 20);
}

TEST_CASE("the convex problem of a view is that of the labeled examples and its peers",
          "[learners][co_svm]") {
  for (const Index num_views : {1, 2, 3}) {
    for (const SvmTask& task : co_tasks(8005, num_views)) {
      const Views views = task.views();
      for (const Augmentation augmentation : all_augmentations()) {
        if (num_views == 3 && augmentation.rescaling == Rescaling::kMargin) continue;  // dense and slow
        INFO(num_views << " views, " << task.name << ", " << spelled(augmentation));
        const double C = 0.6, Cu = 0.7;
        CoTraining state(views, task.sample, {.C = C, .augmentation = augmentation});
        const Index n = static_cast<Index>(task.sample.labeled.size()), m = state.unlabeled_count();
        for (int epoch = 0; epoch < 2; ++epoch) {
          for (Index i = 0; i < n; ++i) state.visit_labeled(i);
          state.opinions(1);
          for (Index j = 0; j < m; ++j) state.visit_unlabeled(j, Cu);
          state.revisit_all();
        }
        double sum = 0;
        std::vector<SolverResult> results;
        for (Index v = 0; v < num_views; ++v) {
          const MaxMargin objective = state.objective(v);
          const Index peers = std::max<Index>(1, num_views - 1);
          REQUIRE(objective.size() == n + m * peers);
          for (Index i = 0; i < objective.size(); ++i) {
            const LabeledExample& example = objective.examples[i];
            if (i < n) {
              CHECK(example.x == task.sample.labeled[i].x);
              CHECK(example.y == task.sample.labeled[i].y);
              CHECK(example.weight == task.sample.labeled[i].weight);
            } else {
              CHECK(example.x == task.sample.unlabeled[(i - n) / peers]);
              CHECK(example.weight >= 0);
              CHECK(example.weight <= Cu);
            }
          }
          SvmTask frozen = view_of(task, v);
          frozen.sample.labeled.assign(objective.examples.begin(), objective.examples.end());
          SolverCall call;
          call.C = C;
          call.augmentation = augmentation;
          NSlackOptions options;
          options.limits.gap = 1e-7;
          options.start = state.dual_variables(v);
          sum += reference_dual(frozen, call, options.start);
          results.push_back(solve_n_slack(objective, options, {}));
          check_result(frozen, call, results.back());
          const double optimum = MaxMarginOracle(frozen, C, augmentation).optimum().primal;
          CHECK(results.back().primal == Approx(optimum).epsilon(1e-6));
        }
        CHECK(state.dual() == Approx(sum).margin(1e-9));
        double solved = 0;
        for (Index v = 0; v < num_views; ++v) {
          state.start(v, results[v].dual_variables);
          solved += results[v].dual;
        }
        CHECK(state.dual() == Approx(solved).margin(1e-9));
      }
    }
  }
}

TEST_CASE("visits of inputs with two outputs are those of the naive algorithm", "[learners][co_svm]") {
  for (const Index num_views : {1, 2, 3}) {
    for (const Augmentation augmentation : all_augmentations()) {
      for (const std::uint64_t seed : {21, 22, 23, 24}) {
        INFO(num_views << " views, seed " << seed << ", " << spelled(augmentation));
        const SvmTask task = binary_points(seed, 12, num_views, 4);
        const Views views = task.views();
        const Index r_max = seed == 24 ? 2 : 10;
        const bool exact = seed % 2 == 0;
        CoTraining state(views, task.sample,
                         {.C = 0.8, .augmentation = augmentation, .r_max = r_max, .exact = exact});
        NaiveCoTraining naive(views, task.sample, {.C = 0.8, .augmentation = augmentation, .r_max = r_max});
        const auto check_weights = [&] {
          for (Index v = 0; v < num_views; ++v) {
            const MaxMargin objective = state.objective(v);
            const Vector w = dual_value(objective, state.dual_variables(v), 1).w;
            CHECK(distance(w, naive.w(v)) <= 1e-9);
          }
          CHECK(state.dual() == Approx(naive.dual()).margin(1e-9));
        };
        for (const double Cu : {0.25, 0.5, 1.0}) {
          for (Index i = 0; i < 4; ++i) {
            state.visit_labeled(i);
            naive.visit_labeled(i);
          }
          const std::vector<Opinion> opinions = state.opinions(1);
          for (Index j = 0; j < 8; ++j) {
            for (Index v = 0; v < num_views; ++v) {
              const NaiveOpinion expected = naive.opinion(v, task.sample.unlabeled[j]);
              CHECK(opinions[j * num_views + v].y_hat == expected.y_hat);
              CHECK(opinions[j * num_views + v].margin == Approx(expected.margin).margin(1e-9));
            }
          }
          for (Index j = 0; j < 8; ++j) {
            const ConsensusVisit visit = state.visit_unlabeled(j, Cu);
            const NaiveVisit expected = naive.visit_unlabeled(j, Cu);
            if (visit.repetitions > 0 || exact) {
              CHECK(visit.repetitions == expected.repetitions);
            } else {
              CHECK(expected.repetitions == 1);
            }
            CHECK(visit.agree == expected.agree);
            CHECK(visit.came_round == expected.came_round);
            check_weights();
          }
        }
      }
    }
  }
}

TEST_CASE("the epochs of a co-SVM are those of the naive algorithm, and what it calls a cycle is one",
          "[learners][co_svm]") {
  Index cycles = 0, compared = 0;
  for (const Index num_views : {1, 2, 3}) {
    for (const Augmentation augmentation : all_augmentations()) {
      // Peers that agree give the same constraint twice; with r = 1 the dual has no single solution then, and
      // rounding errors decide which of the two is held.
      if (num_views == 3 && augmentation.slack_norm == 1) continue;
      for (std::uint64_t seed = 41; seed < 45; ++seed) {
        INFO(num_views << " views, seed " << seed << ", " << spelled(augmentation));
        const SvmTask task = binary_points(seed, 14, num_views, 3);
        const Views views = task.views();
        Json options = svm_options(1.5, augmentation, 1e-3);
        options.update({{"Cu", 2}, {"epochs", 12}, {"Cu_schedule", "constant"}, {"exact", true}});
        const Fitted fitted = fit_co_svm(task, options);
        check_report(task, fitted, 1.5, 2, augmentation);
        NaiveCoTraining naive(views, task.sample, {.C = 1.5, .augmentation = augmentation});
        std::vector<std::vector<Output>> states;
        bool solved_on_the_way = false;
        for (Index t = 1; t <= fitted.report.iterations && !solved_on_the_way; ++t) {
          ++compared;
          const NaiveEpoch expected = naive.epoch(2);
          const Json& row = fitted.report.history[t - 1];
          CHECK(row.at("disagreement") == expected.disagreement);
          CHECK(row.at("pseudo_labels_changed") == expected.changed);
          CHECK(row.at("repetitions") == expected.repetitions);
          CHECK(row.at("unresolved") == expected.unresolved);
          CHECK(row.at("cycling") == expected.cycling);
          CHECK(row.at("passed_over") == 0);
          states.push_back(naive.pseudo_labels());
          solved_on_the_way = t >= 3 && expected.changed == 0;
        }
        const std::string& reason = fitted.report.stopped_because;
        if (reason.find("cycle") == std::string::npos || solved_on_the_way) continue;
        ++cycles;
        const std::size_t period = std::stoul(reason.substr(reason.find("period ") + 7));
        REQUIRE(states.size() >= 2 * period);
        for (std::size_t back = 1; back <= period; ++back) {
          CHECK(states[states.size() - back] == states[states.size() - back - period]);
        }
        CHECK(!fitted.report.converged);
      }
    }
  }
  CHECK(compared > 100);
  CHECK(cycles > 0);
}

TEST_CASE("passing over inputs changes no bit of the result", "[learners][co_svm]") {
  Index passed_over = 0;
  for (const Index num_views : {1, 2, 3}) {
    for (const double strength : {2.0, 6.0}) {
      for (const Augmentation augmentation : all_augmentations()) {
        INFO(num_views << " views, strength " << strength << ", " << spelled(augmentation));
        SvmTask task = clear_points(8006, 30, num_views, strength);
        if (strength > 2) task.sample.labeled[5].y = {{0}};  // weights drift for long
        Json options = svm_options(0.5, augmentation, 1e-3);
        options.update({{"Cu", 0.5}, {"epochs", 8}, {"Cu_epochs", 5}});
        const Fitted passing = fit_co_svm(task, options);
        options["exact"] = true;
        const Fitted exact = fit_co_svm(task, options);
        CHECK(same_weights(passing.weights, exact.weights));
        CHECK(same_bits(*passing.report.primal, *exact.report.primal));
        CHECK(passing.report.stopped_because == exact.report.stopped_because);
        REQUIRE(passing.report.history.size() == exact.report.history.size());
        Index passed_here = 0;
        for (std::size_t t = 0; t < exact.report.history.size(); ++t) {
          Json a = passing.report.history[t], b = exact.report.history[t];
          if (a.contains("passed_over")) {
            passed_here += a.at("passed_over").get<Index>();
            CHECK(b.at("passed_over") == 0);
            // An input that is passed over would have had one repetition.
            CHECK(a.at("repetitions").get<Index>() + a.at("passed_over").get<Index>() == b.at("repetitions"));
          }
          for (const char* key : {"oracle_calls", "passed_over", "repetitions"}) a.erase(key), b.erase(key);
          CHECK(a == b);
        }
        if (passed_here > 0) CHECK(passing.report.oracle_calls < exact.report.oracle_calls);
        passed_over += passed_here;
      }
    }
  }
  CHECK(passed_over > 20);
}

TEST_CASE("passing over changes nothing where a problem knows no bound of difference norms either",
          "[learners][co_svm]") {
  const SvmTask task = clear_points(8007, 24, 2, 6);
  const Views bounded = task.views();
  const auto without_bound = [&] {
    std::vector<std::unique_ptr<const StructuredProblem>> all;
    for (Index v = 0; v < 2; ++v) all.push_back(std::make_unique<WithoutNormBound>(bounded[v]));
    return Views(std::move(all), std::make_unique<WithoutNormBound>(bounded.joint()));
  };
  for (const Augmentation augmentation : all_augmentations()) {
    Json options = svm_options(0.5, augmentation, 1e-3);
    options.update({{"Cu", 0.5}, {"epochs", 6}, {"Cu_epochs", 3}});
    const Fitted passing = make_learner("co_svm", options)->fit(without_bound(), task.sample, {});
    options["exact"] = true;
    const Fitted exact = make_learner("co_svm", options)->fit(without_bound(), task.sample, {});
    CHECK(same_weights(passing.weights, exact.weights));
  }
}

TEST_CASE("after it begins anew elsewhere, co-training passes over nothing unseen", "[learners][co_svm]") {
  for (const Index num_views : {1, 2}) {
    const SvmTask task = clear_points(8008, 24, num_views, 6);
    const Views views = task.views();
    CoTraining state(views, task.sample, {.C = 0.5, .augmentation = {}});
    for (int epoch = 0; epoch < 3; ++epoch) {
      for (Index i = 0; i < 6; ++i) state.visit_labeled(i);
      state.opinions(1);
      for (Index j = 0; j < state.unlabeled_count(); ++j) state.visit_unlabeled(j, 0.5);
      state.revisit_all();
    }
    state.opinions(1);
    for (Index v = 0; v < num_views; ++v) {
      state.start(v, std::vector<DualVariables>(state.objective(v).size()));  // all zero
    }
    for (Index j = 0; j < state.unlabeled_count(); ++j) CHECK(state.visit_unlabeled(j, 0.5).repetitions > 0);
  }
}

TEST_CASE("a supervised start is the structural SVM of each view", "[learners][co_svm]") {
  for (const Index num_views : {1, 2, 3}) {
    for (const SvmTask& task : co_tasks(8009, num_views)) {
      for (const Augmentation augmentation : all_augmentations()) {
        INFO(num_views << " views, " << task.name << ", " << spelled(augmentation));
        Json options = svm_options(0.6, augmentation, 1e-5);
        options.update({{"Cu", 1e-7}, {"epochs", 2}, {"Cu_schedule", "constant"}, {"start", "supervised"}});
        const Fitted fitted = fit_co_svm(task, options);
        check_report(task, fitted, 0.6, 1e-7, augmentation);
        // The predictions at the first look are those of the structural SVMs: what the views differ on.
        const Fitted alone = fit_co_svm(task, [&] {
          Json supervised = svm_options(0.6, augmentation, 1e-5);
          supervised["Cu"] = 0;
          return supervised;
        }());
        for (Index v = 0; v < num_views; ++v) {
          CHECK(distance(fitted.weights[v], alone.weights[v]) <= 0.02);
        }
        options.update({{"Cu", 0.5}, {"epochs", 5}});
        check_report(task, fit_co_svm(task, options), 0.6, 0.5, augmentation);
      }
    }
  }
}

TEST_CASE("a co-SVM stops at limits and on request, and its report is true of the weights it has by then",
          "[learners][co_svm]") {
  for (const Index num_views : {1, 2}) {
    for (const SvmTask& task : co_tasks(8010, num_views)) {
      INFO(num_views << " views, " << task.name);
      const Augmentation augmentation{Rescaling::kMargin, 1};
      Json options = svm_options(0.6, augmentation, 1e-3);
      options.update({{"Cu", 0.5}, {"epochs", 6}, {"Cu_epochs", 2}});
      for (const Index limit : {1, 6, 30, 200}) {
        Json limited = options;
        limited["oracle_limit"] = limit;
        const Fitted fitted = fit_co_svm(task, limited);
        check_report(task, fitted, 0.6, 0.5, augmentation);
        if (fitted.report.iterations == 1) {
          CHECK_THAT(fitted.report.stopped_because, Contains("oracle_limit " + std::to_string(limit)));
        }
        CHECK(!(fitted.report.converged && fitted.report.stopped_because.find("limit") != std::string::npos));
      }
      Json hurried = options;
      hurried["time_limit"] = 1e-9;
      const Fitted at_once = fit_co_svm(task, hurried);
      check_report(task, at_once, 0.6, 0.5, augmentation);
      CHECK_THAT(at_once.report.stopped_because, Contains("time_limit"));
      CHECK(at_once.report.iterations <= 1);
      for (const Json& way : {Json{{"solver", "n_slack"}}, Json{{"solver", "one_slack"}},
                              Json{{"solver", "bcfw"}}, Json{{"start", "supervised"}}}) {
        Json other = options;
        other.update(way);
        for (const int lines : {0, 1, 3, 5}) {
          INFO(way.dump() << ", stopped after " << lines << " lines");
          std::atomic<bool> stop = lines == 0;
          int count = 0;
          FitContext context;
          context.stop = &stop;
          context.progress = [&](const std::string&) {
            if (++count == lines) stop = true;
          };
          const Fitted fitted = fit_co_svm(task, other, context);
          check_report(task, fitted, 0.6, 0.5, augmentation);
          if (stop && fitted.report.stopped_because.rfind("pseudo-labels", 0) != 0) {
            CHECK_THAT(fitted.report.stopped_because, Contains("interrupted"));
            CHECK(!fitted.report.converged);
          }
        }
      }
    }
  }
}

TEST_CASE("an interrupted co-SVM keeps what it has learnt, whatever the solver", "[learners][co_svm]") {
  const SvmTask task = co_tasks(8011, 2)[3];
  const auto interrupted = [&](const char* solver) {
    std::atomic<bool> stop = false;
    int count = 0;
    FitContext context;
    context.stop = &stop;
    context.progress = [&](const std::string&) {
      if (++count == 3) stop = true;  // an epoch is a line
    };
    Json options = svm_options(0.6, {}, 1e-3);
    options.update({{"Cu", 0.5}, {"epochs", 20}, {"solver", solver}});
    return fit_co_svm(task, options, context);
  };
  const Fitted expected = interrupted("n_slack");
  CHECK(distance(stack(expected.weights), Vector(stack(expected.weights).size(), 0.0)) > 0.1);
  for (const char* solver : {"one_slack", "bcfw"}) {
    INFO(solver);
    CHECK(same_weights(interrupted(solver).weights, expected.weights));
  }
}

TEST_CASE("every solver ends with the certificate of each view", "[learners][co_svm]") {
  for (const SvmTask& task : co_tasks(8012, 2)) {
    for (const Json& way : {Json{{"solver", "one_slack"}}, Json{{"solver", "bcfw"}}, Json{{"epsilon", 0.01}},
                            Json{{"ascent", "full"}}, Json{{"C_path", {0.01, 0.1}}}}) {
      INFO(task.name << ", " << way.dump());
      Json options = svm_options(0.6, {}, 1e-2, way);
      options["gap"] = 1e-2;
      options.update({{"Cu", 0.3}, {"epochs", 6}, {"Cu_epochs", 1}});
      const Fitted fitted = fit_co_svm(task, options);
      const FullObjective full = full_objective(task, fitted.weights, 0.6, 0.3, {});
      CHECK(*fitted.report.primal == Approx(full.value).epsilon(1e-9));
      if (way.contains("epsilon")) continue;
      for (const Json& view : fitted.report.history.back().at("views"))
        CHECK(view.at("gap").get<double>() <= 1e-2);
    }
  }
}

TEST_CASE("degenerate samples are learnt, and the report is true of them", "[learners][co_svm]") {
  for (const Index num_views : {1, 2, 3}) {
    std::vector<SvmTask> tasks = co_tasks(8013, num_views);
    for (SvmTask& task : tasks) {
      const Sample whole = task.sample;
      std::vector<std::pair<std::string, SvmTask>> cases;
      const auto add = [&](const char* name, const auto& change) {
        SvmTask changed = task;
        change(changed);
        cases.emplace_back(name, std::move(changed));
      };
      add("one unlabeled", [](SvmTask& t) { t.sample.unlabeled.resize(1); });
      add("one labeled", [](SvmTask& t) { t.sample.labeled.resize(1); });
      add("no weight", [](SvmTask& t) {
        for (LabeledExample& example : t.sample.labeled) example.weight = 0;
      });
      add("an unlabeled input that is labeled as well, and twice", [](SvmTask& t) {
        t.sample.unlabeled = {0, 0, 1, 1, 7};
        t.sample.labeled.push_back(t.sample.labeled[0]);
      });
      add("a single class", [](SvmTask& t) {
        for (LabeledExample& example : t.sample.labeled) {
          for (int& part : example.y.parts) part = 1;
        }
      });
      add("no features", [](SvmTask& t) {
        for (FeatureTable& table : t.data.parts.views) {
          table.feature.clear();
          table.value.clear();
          for (Index& begin : table.part_begin) begin = 0;
        }
      });
      if (task.problem == "sequence") {
        add("empty unlabeled", [](SvmTask& t) { t.sample.unlabeled = {5}; });
      }
      for (const auto& [name, changed] : cases) {
        for (const Augmentation augmentation : {all_augmentations()[0], all_augmentations()[3]}) {
          INFO(num_views << " views, " << task.name << ", " << name << ", " << spelled(augmentation));
          Json options = svm_options(0.6, augmentation, 1e-3);
          options.update({{"Cu", 0.5}, {"epochs", 4}, {"Cu_epochs", 1}});
          check_report(changed, fit_co_svm(changed, options), 0.6, 0.5, augmentation);
        }
      }
    }
  }
}

TEST_CASE("weights at the edges, a single repetition and a single epoch are borne", "[learners][co_svm]") {
  for (const Index num_views : {1, 2}) {
    for (const SvmTask& task : co_tasks(8014, num_views)) {
      for (const Augmentation augmentation : all_augmentations()) {
        for (const auto& [C, Cu] :
             std::vector<std::pair<double, double>>{{1e4, 1}, {1, 1e4}, {1e-6, 1}, {1, 1e-9}}) {
          INFO(num_views << " views, " << task.name << ", " << spelled(augmentation) << ", C = " << C
                         << ", Cu = " << Cu);
          Json options = svm_options(C, augmentation, 0.1);
          options.update(
              {{"Cu", Cu}, {"epochs", 2}, {"Cu_epochs", 1}, {"iteration_limit", 20}, {"r_max", 1}});
          const Fitted fitted = fit_co_svm(task, options);
          REQUIRE(all_finite(fitted));
          const double value = full_objective(task, fitted.weights, C, Cu, augmentation).value;
          CHECK(*fitted.report.primal == Approx(value).epsilon(1e-6));
          CHECK(fitted.report.history[0].at("repetitions") <= task.sample.unlabeled.size());
          options["epochs"] = 1;
          CHECK(fit_co_svm(task, options).report.iterations == 1);
        }
      }
    }
  }
}

TEST_CASE("one label leaves the weights of a co-SVM at zero", "[learners][co_svm]") {
  Dice dice(8015);
  for (const char* problem : {"multiclass", "sequence"}) {
    SvmTask task{problem, problem, Json::object(), small_points(dice, 6, {"only"}, {3, 3}), {}};
    task = with_split(std::move(task), 3);
    for (const bool exact : {false, true}) {
      const Fitted fitted = fit_co_svm(task, {{"exact", exact}});
      for (const Vector& w : fitted.weights) CHECK(w == Vector(w.size(), 0.0));
      CHECK(*fitted.report.primal == 0);
      CHECK(fitted.report.converged);
    }
  }
}
