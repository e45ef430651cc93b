// The objective of the structural SVM with every constraint written down, for problems small
// enough: from joint features and losses alone, solved by support/dense_qp.hpp.
#pragma once

#include <catch2/catch.hpp>
#include <functional>

#include "costruct/core/sample.hpp"
#include "costruct/core/structured_problem.hpp"
#include "support/dense_qp.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

namespace costruct::test {

/// A problem, its data and what to learn from.
struct SvmTask {
  std::string name, problem;
  Json options = Json::object();
  LabeledData data;
  Sample sample;

  Views views() const { return make_views(problem, options, data.parts); }
  std::vector<Output> outputs(InputId x) const {
    return all_labelings(data.parts.views[0].length(x),
                         static_cast<Index>(data.parts.labels.size()));
  }
};

/// The two numbers of a constraint: how the loss enters, and what it multiplies the margin with.
inline std::pair<double, double> reference_scale(double loss, Augmentation augmentation) {
  const double b = augmentation.slack_norm == 2 ? std::sqrt(loss) : loss;
  return {b, augmentation.rescaling == Rescaling::kSlack ? b : 1.0};
}

/// Every constraint of every example whose weight is not 0.
class MaxMarginOracle {
 public:
  MaxMarginOracle(const SvmTask& task, double C, Augmentation augmentation) {
    const Views views = task.views();
    const StructuredProblem& problem = views.joint();
    qp_.dimension = problem.dimension();
    qp_.slack_norm = augmentation.slack_norm;
    for (const auto& [x, y, weight] : task.sample.labeled) {
      if (weight == 0) continue;
      const Index slack = static_cast<Index>(qp_.costs.size());
      qp_.costs.push_back(C * weight);
      const SparseVector truth = problem.joint_feature(x, y);
      for (const Output& y_hat : task.outputs(x)) {
        const auto [b, s] = reference_scale(problem.loss(x, y, y_hat), augmentation);
        Vector a(qp_.dimension, 0.0);
        if (y_hat != y) {
          add(s, truth, a);
          add(-s, problem.joint_feature(x, y_hat), a);
        }
        qp_.constraints.push_back({slack, std::move(a), b});
      }
    }
  }

  const DenseQp& qp() const { return qp_; }
  double primal(const Vector& w) const { return dense_primal(qp_, w); }
  Vector slacks(const Vector& w) const { return dense_slacks(qp_, w); }
  DenseSolution optimum() const { return solve_dense(qp_); }

 private:
  static void add(double scale, const SparseVector& phi, Vector& a) {
    for (std::size_t i = 0; i < phi.index.size(); ++i) a[phi.index[i]] += scale * phi.value[i];
  }

  DenseQp qp_;
};

/// A solver of the structural SVM and options that change its way, not its end.
struct SvmVariant {
  Json options;
  bool squared_slacks = true;  ///< also solves slack_norm 2

  bool solves(Augmentation augmentation) const {
    return squared_slacks || augmentation.slack_norm == 1;
  }
};

inline const std::vector<SvmVariant>& svm_variants() {
  static const std::vector<SvmVariant> all = {
      {{{"solver", "n_slack"}}},
      {{{"solver", "n_slack"}, {"cached_passes", 3}}},
      {{{"solver", "n_slack"}, {"ascent", "full"}}},
      {{{"solver", "n_slack"}, {"kappa", 2}, {"C_path", {0.01, 0.1}}}},
      {{{"solver", "one_slack"}}, false},
      {{{"solver", "bcfw"}}, false},
      {{{"solver", "bcfw"}, {"average", true}}, false},
  };
  return all;
}

/// The gap asked for is the finest that cutting planes and Frank-Wolfe come to in few iterations,
/// if not finer.
inline Json svm_options(double C, Augmentation augmentation, double gap,
                        const Json& more = Json::object()) {
  Json options = {{"C", C},
                  {"slack_norm", augmentation.slack_norm},
                  {"rescaling", augmentation.rescaling == Rescaling::kSlack ? "slack" : "margin"},
                  {"gap", gap}};
  options.update(more);
  const std::string solver = more.value("solver", "");
  if (solver == "one_slack") options["gap"] = std::max(gap, 1e-4);
  if (solver == "bcfw") options["gap"] = std::max(gap, 1e-6);
  return options;
}

inline Fitted fit_svm(const SvmTask& task, const Json& options, const FitContext& context = {}) {
  return make_learner("structural_svm", options)->fit(task.views(), task.sample, context);
}

inline double distance(const Vector& a, const Vector& b) {
  REQUIRE(a.size() == b.size());
  double square = 0;
  for (std::size_t k = 0; k < a.size(); ++k) square += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(square);
}

/// How far weights of this relative gap can be from the optimum: P(w) >= P(w*) + 1/2 |w - w*|^2.
inline double reach(const FitReport& report) {
  return std::sqrt(2 * (std::max(0.0, *report.gap) + 1e-15) * *report.primal);
}

/// Checks the claims of the report: the primal by enumeration, dual <= optimum <= primal, the gap.
inline void check_certificate(const MaxMarginOracle& oracle, double optimum, const Fitted& fitted) {
  const FitReport& report = fitted.report;
  REQUIRE(report.primal);
  REQUIRE(report.dual);
  REQUIRE(report.gap);
  const double primal = oracle.primal(fitted.weights.at(0)),
               rounding = 1e-11 * (1 + std::abs(primal));
  CHECK(*report.primal == Approx(primal).epsilon(1e-11).margin(1e-12));
  CHECK(*report.primal >= optimum - rounding);
  CHECK(*report.dual <= optimum + rounding);
  CHECK(*report.gap == Approx((primal - *report.dual) / primal).epsilon(1e-6).margin(1e-11));
}

/// Every kind of problem and loss, a handful of examples each, some of them weighted.
inline std::vector<SvmTask> svm_tasks(std::uint64_t seed) {
  Dice dice(seed);
  std::vector<SvmTask> tasks;
  const auto add = [&](std::string name, std::string problem, Json options, LabeledData data) {
    const Index count = static_cast<Index>(data.truth.size());
    Sample sample = split(data.truth, count, 0);
    sample.labeled[2].weight = 2.5;
    sample.labeled[3].weight = 0;
    tasks.push_back(
        {std::move(name), std::move(problem), std::move(options), std::move(data), sample});
  };
  const auto sequences = [&](std::vector<Index> features = {5}, bool indicators = true) {
    return small_sequences(dice, indicators, std::move(features), {3, 0, 2, 4, 1, 4, 3});
  };
  const std::vector<std::string> four = {"a", "b", "c", "d"};
  const Json costs = {{0, 1, 2, 0.5}, {3, 0, 0, 1}, {1, 1, 0, 4}, {0.25, 2, 1, 0}};
  add("classes", "multiclass", Json::object(), small_points(dice, 12, four));
  add("costs of classes", "multiclass", {{"loss", "cost_matrix"}, {"costs", costs}},
      small_points(dice, 12, four));
  add("classes from two views", "multiclass", Json::object(), small_points(dice, 12, four, {3, 2}));
  for (const char* loss : {"zero_one", "hamming", "hamming_normalized", "f1_micro"}) {
    add(std::string("sequences, ") + loss, "sequence", {{"loss", loss}}, sequences());
  }
  add("sequences, f1 outside O", "sequence", {{"loss", "f1_micro"}, {"outside", "O"}}, sequences());
  add("sequences of order 2", "sequence", {{"loss", "hamming"}, {"order", 2}}, sequences({3}));
  add("sequences from two views", "sequence",
      {{"loss", "hamming"}, {"eta", 0.5}, {"bias", true}, {"boundary", true}},
      sequences({3, 2}, false));
  return tasks;
}

}  // namespace costruct::test
