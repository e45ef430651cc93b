// The oracle of the co-SVM: tasks, and its objective and its report by enumeration.
#pragma once

#include <catch2/catch.hpp>

#include "costruct/contract/augmentations.hpp"
#include "learners/naive_co_svm.hpp"
#include "support/enumerate.hpp"
#include "support/svm_solvers.hpp"
#include "support/tiny.hpp"

namespace costruct::test {

inline std::string spelled(Augmentation augmentation) {
  return std::string(augmentation.rescaling == Rescaling::kSlack ? "slack" : "margin") +
         " rescaling, r = " + std::to_string(augmentation.slack_norm);
}

inline SvmTask with_split(SvmTask task, Index labeled) {
  const Index count = static_cast<Index>(task.data.truth.size());
  task.sample = split(task.data.truth, labeled, count - labeled);
  return task;
}

/// Inputs of every kind of problem and every loss with exact decoders, in V views.
inline std::vector<SvmTask> co_tasks(std::uint64_t seed, Index num_views) {
  Dice dice(seed);
  const std::vector<Index> features(num_views, 3);
  const Json costs = {{0, 1, 2}, {3, 0, 0.5}, {1, 4, 0}};
  std::vector<SvmTask> tasks;
  tasks.push_back({"classes",
                   "multiclass",
                   Json::object(),
                   small_points(dice, 14, {"a", "b", "c"}, features),
                   {}});
  tasks.push_back({"costs of classes",
                   "multiclass",
                   {{"loss", "cost_matrix"}, {"costs", costs}},
                   small_points(dice, 14, {"a", "b", "c"}, features),
                   {}});
  for (const char* loss : {"zero_one", "hamming", "hamming_normalized", "f1_micro"}) {
    tasks.push_back(
        {std::string("sequences, ") + loss,
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

inline Fitted fit_co_svm(const SvmTask& task, const Json& options, const FitContext& context = {}) {
  return make_learner("co_svm", options)->fit(task.views(), task.sample, context);
}

inline bool all_finite(const Fitted& fitted) {
  const Vector w = stack(fitted.weights);
  return std::all_of(w.begin(), w.end(), [](double each) { return std::isfinite(each); });
}

/// argmax f over all outputs, the smallest among equals, and how far the next is behind.
inline NaivePrediction predict(const SvmTask& task, const StructuredProblem& problem, InputId x,
                               const Vector& w) {
  const std::vector<Output> outputs = task.outputs(x);
  const auto f = [&](const Output& y) { return problem.score(x, y, w); };
  const std::vector<Decoded> by_value = ranked(outputs, f);
  if (by_value.size() == 1) return {by_value[0].output, HUGE_VAL};
  return {by_value[0].output, by_value[0].value - by_value[1].value};
}

/// The slack of (x, y) at w, over all outputs.
inline double slack(const SvmTask& task, const StructuredProblem& problem, InputId x,
                    const Output& y, const Vector& w, Augmentation augmentation) {
  double worst = 0;
  for (const Output& y_hat : task.outputs(x)) {
    const auto [b, s] = reference_scale(problem.loss(x, y, y_hat), augmentation);
    worst = std::max(worst, b - s * (problem.score(x, y, w) - problem.score(x, y_hat, w)));
  }
  return worst;
}

/// Opt. Problems 6.5-6.7 summed over the views, references and confidences following from w.
struct FullObjective {
  double value = 0, disagreement = 0;
  double unclear = 0;  ///< share of unlabeled inputs on which rounding decides what a view predicts
  Vector labeled;      ///< by view: without unlabeled terms
};

inline FullObjective full_objective(const SvmTask& task, const std::vector<Vector>& w, double C,
                                    double Cu, Augmentation augmentation) {
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
        const NaivePrediction peer = predict(task, views[u], x, w[u]);
        const double loss =
            C / r * Cu * std::pow(slack(task, views[v], x, peer.y_hat, w[v], augmentation), r);
        value += std::min(1.0, peer.margin) * loss;
      }
    }
    full.value += value;
  }
  double differ = 0, unclear = 0;
  for (const InputId x : task.sample.unlabeled) {
    const NaivePrediction first = predict(task, views[0], x, w[0]);
    bool agree = true, clear = first.margin > 1e-12;
    for (Index v = 1; v < V; ++v) {
      const NaivePrediction other = predict(task, views[v], x, w[v]);
      agree = agree && other.y_hat == first.y_hat;
      clear = clear && other.margin > 1e-12;
    }
    differ += !agree;
    unclear += !clear;
  }
  full.disagreement = differ / static_cast<double>(task.sample.unlabeled.size());
  full.unclear = unclear / static_cast<double>(task.sample.unlabeled.size());
  return full;
}

/// The report is true of the weights: form, primal, last row.
inline FullObjective check_report(const SvmTask& task, const Fitted& fitted, double C, double Cu,
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
  CHECK((task.views().count() == 1) ==
        (report.stopped_because.find("self-training") != std::string::npos));
  REQUIRE(report.history.size() >= 1);
  const Json& last = report.history.back();
  const double disagreement = last.at("disagreement");
  CHECK((disagreement == full.disagreement ||
         std::abs(disagreement - full.disagreement) <= full.unclear + 1e-12));
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
    for (const char* key :
         {"Cu", "disagreement", "pseudo_labels_changed", "repetitions", "unresolved", "cycling",
          "passed_over", "constraints", "oracle_calls"}) {
      CHECK(row.contains(key));
    }
    CHECK(row.at("oracle_calls").get<Index>() >= calls);
    calls = row.at("oracle_calls");
  }
  return full;
}

}  // namespace costruct::test
