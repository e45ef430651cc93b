#include "costruct/core/optimize/max_margin.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/core/parallel.hpp"

namespace costruct {

PrimalValue primal_value(const MaxMargin& objective, ConstVectorRef w, int threads) {
  const StructuredProblem& problem = objective.problem;
  PrimalValue primal;
  primal.most_violated.resize(objective.size());
  primal.oracle_calls = objective.size();
  const double losses = ordered_sum(objective.size(), threads, [&](Index i) {
    const auto& [x, y, weight] = objective.examples[i];
    Decoded worst = problem.most_violated(x, y, w, objective.augmentation, {}, {});
    primal.most_violated[i] = std::move(worst.output);
    const double slack = std::max(worst.value, 0.0);  // the truth violates by 0
    return objective.cost(i) * (objective.augmentation.slack_norm == 2 ? 0.5 * slack * slack : slack);
  });
  primal.value =
      losses + 0.5 * ordered_sum(static_cast<Index>(w.size()), threads, [&](Index k) { return w[k] * w[k]; });
  return primal;
}

DualValue dual_value(const MaxMargin& objective, std::span<const DualVariables> dual) {
  DualValue result;
  result.w.assign(objective.problem.dimension(), 0.0);
  Vector coefficients;
  for (Index i = 0; i < objective.size(); ++i) {
    const auto& [x, y, weight] = objective.examples[i];
    const DualVariables& variables = dual[i];
    double sum = 0;
    for (const double alpha : variables.alpha) {
      COSTRUCT_ASSERT(alpha >= 0, "dual variables are not negative");
      sum += alpha;
    }
    if (sum == 0) continue;
    const double cost = objective.cost(i);
    const bool squared = objective.augmentation.slack_norm == 2;
    const double shrink = !squared && sum > cost ? cost / sum : 1.0;
    coefficients.clear();
    for (std::size_t j = 0; j < variables.outputs.size(); ++j) {
      const auto [b, s] =
          constraint_scale(objective.problem.loss(y, variables.outputs[j]), objective.augmentation);
      result.value += shrink * variables.alpha[j] * b;
      coefficients.push_back(shrink * variables.alpha[j] * s);
    }
    if (squared) result.value -= sum * sum / (2 * cost);
    objective.problem.add_differences(x, y, variables.outputs, coefficients, result.w);
  }
  for (const double w : result.w) result.value -= 0.5 * w * w;
  return result;
}

double relative_gap(double primal, double dual) {
  if (primal == dual) return 0;
  return (primal - dual) / std::abs(primal);
}

}  // namespace costruct
