// The solvers of MaxMargin under one signature, and the check of what they return.
#pragma once

#include "costruct/core/optimize/bcfw.hpp"
#include "costruct/core/optimize/n_slack.hpp"
#include "costruct/core/optimize/one_slack.hpp"
#include "support/max_margin_oracle.hpp"

namespace costruct::test {

/// The arguments with which a test calls a solver.
struct SolverCall {
  double C = 1;
  Augmentation augmentation;
  SolverLimits limits;
  std::optional<double> epsilon;
  Vector C_path;
};

struct SvmSolver {
  std::string name;
  std::function<SolverResult(const MaxMargin&, const SolverCall&, const SolverControl&)> solve;
  bool squared_slacks = true, takes_epsilon = true;
  bool fine = true;  ///< comes to tight gaps in few passes

  bool solves(const SolverCall& call) const {
    return (squared_slacks || call.augmentation.slack_norm == 1) &&
           (takes_epsilon || !call.epsilon);
  }
};

inline SolverResult solve_by_n_slack(const MaxMargin& objective, const SolverCall& call,
                                     const SolverControl& control, NSlackOptions options) {
  options.limits = call.limits;
  options.epsilon = call.epsilon;
  options.C_path = call.C_path;
  return solve_n_slack(objective, options, control);
}

inline const std::vector<SvmSolver>& svm_solvers() {
  static const std::vector<SvmSolver> all = {
      {"n_slack",
       [](const MaxMargin& objective, const SolverCall& call, const SolverControl& control) {
         return solve_by_n_slack(objective, call, control, {});
       }},
      {"n_slack with full ascent",
       [](const MaxMargin& objective, const SolverCall& call, const SolverControl& control) {
         NSlackOptions options;
         options.ascent = Ascent::kFull;
         return solve_by_n_slack(objective, call, control, options);
       }},
      {"one_slack",
       [](const MaxMargin& objective, const SolverCall& call, const SolverControl& control) {
         return solve_one_slack(objective, {.limits = call.limits, .C_path = call.C_path}, control);
       },
       false, false, false},
      {"bcfw",
       [](const MaxMargin& objective, const SolverCall& call, const SolverControl& control) {
         return solve_bcfw(objective, {.limits = call.limits, .C_path = call.C_path}, control);
       },
       false, false, false},
      {"bcfw as published, averaged",
       [](const MaxMargin& objective, const SolverCall& call, const SolverControl& control) {
         BcfwOptions options{.limits = call.limits, .average = true, .C_path = call.C_path};
         options.pairwise = options.gap_sampling = options.cache = false;
         return solve_bcfw(objective, options, control);
       },
       false, false, false},
  };
  return all;
}

inline SolverResult solve_task(const SvmSolver& solver, const SvmTask& task, const SolverCall& call,
                               const SolverControl& control = {}) {
  const Views views = task.views();
  return solver.solve({views.joint(), task.sample.labeled, call.C, call.augmentation}, call,
                      control);
}

/// D at the returned dual variables, from joint features and losses. They are feasible up to
/// rounding, which is taken back.
inline double reference_dual(const SvmTask& task, const SolverCall& call,
                             const std::vector<DualVariables>& dual) {
  const Views views = task.views();
  const StructuredProblem& problem = views.joint();
  Vector w(problem.dimension(), 0.0);
  double value = 0;
  REQUIRE(dual.size() == task.sample.labeled.size());
  for (std::size_t i = 0; i < dual.size(); ++i) {
    const auto& [x, y, weight] = task.sample.labeled[i];
    REQUIRE(dual[i].alpha.size() == dual[i].outputs.size());
    const double cost = call.C * weight;
    double sum = 0;
    for (const double alpha : dual[i].alpha) {
      CHECK(alpha >= 0);
      sum += alpha;
    }
    double shrink = 1;
    if (call.augmentation.slack_norm == 1) {
      CHECK(sum <= cost * (1 + 1e-9) + 1e-15);
      if (sum > cost) shrink = cost / sum;
    } else if (sum > 0) {
      value -= sum * sum / (2 * cost);
    }
    for (std::size_t j = 0; j < dual[i].alpha.size(); ++j) {
      const double alpha = shrink * dual[i].alpha[j];
      const auto [b, s] =
          reference_scale(problem.loss(x, y, dual[i].outputs[j]), call.augmentation);
      value += alpha * b;
      add_to(w, alpha * s, problem.joint_feature(x, y));
      add_to(w, -alpha * s, problem.joint_feature(x, dual[i].outputs[j]));
    }
  }
  for (const double each : w) value -= 0.5 * each * each;
  return value;
}

/// Primal, dual and gap of a result are those of what it returns.
inline void check_result(const SvmTask& task, const SolverCall& call, const SolverResult& result) {
  const double primal = MaxMarginOracle(task, call.C, call.augmentation).primal(result.w);
  const double dual = reference_dual(task, call, result.dual_variables);
  const double rounding =
      1e-11 * (std::abs(primal) + call.C);  // a slack is a difference of larger scores
  CHECK(result.primal == Approx(primal).epsilon(1e-11).margin(rounding));
  CHECK(result.dual == Approx(dual).margin(rounding));
  CHECK(result.dual <= primal + rounding);
  CHECK(result.gap == Approx(primal == 0 ? 0 : (primal - dual) / primal)
                          .epsilon(1e-6)
                          .margin(primal == 0 ? 0 : 2 * rounding / primal));
  CHECK(!result.stopped_because.empty());
}

}  // namespace costruct::test
