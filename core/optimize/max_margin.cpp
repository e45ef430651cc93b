#include "costruct/core/optimize/max_margin.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"

namespace costruct {

LocalExamples::LocalExamples(const ShardSum& the_sum, std::span<const LabeledExample> sample)
    : sum(the_sum), total(std::ssize(sample)), begin{0} {
  for (Index s = 0; s < sum.count(); ++s) {
    if (sum.is_local(s)) {
      for (const Index i : sum.examples_of(s, total)) examples.push_back(sample[i]);
    }
    begin.push_back(std::ssize(examples));
  }
}

PrimalValue primal_value(const MaxMargin& objective, ConstVectorRef w, int threads) {
  const StructuredProblem& problem = objective.problem;
  PrimalValue primal;
  primal.most_violated.resize(objective.size());
  primal.oracle_calls = objective.total();
  const bool is_greedy =
      problem.loss_augmented_exactness(objective.augmentation) == Exactness::kGreedy;
  // Stored and summed later: the blocks of ordered_sum() are too large to share decoding among
  // threads.
  Vector losses(objective.size());
  parallel_for(objective.size(), threads, 16, [&](Index i) {
    const auto& [x, y, weight] = objective.examples[i];
    Decoded worst = problem.most_violated(x, y, w, objective.augmentation, {}, {});
    // The reference violates by 0, and a greedy decoder may miss it.
    primal.most_violated[i] = is_greedy && worst.value < 0 ? y : std::move(worst.output);
    const double slack = std::max(worst.value, 0.0);
    losses[i] =
        objective.cost(i) * (objective.augmentation.slack_norm == 2 ? 0.5 * slack * slack : slack);
  });
  primal.value = sum_over_examples(objective, 1, [&](Index i) { return losses[i]; }) +
                 0.5 * ordered_sum(static_cast<Index>(w.size()), threads,
                                   [&](Index k) { return w[k] * w[k]; });
  return primal;
}

DualValue dual_value(const MaxMargin& objective, std::span<const DualVariables> dual, int threads) {
  const bool squared = objective.augmentation.slack_norm == 2;
  const auto sum_of = [&](Index i) {
    double sum = 0;
    for (const double alpha : dual[i].alpha) {
      COSTRUCT_ASSERT(!(alpha < 0),
                      "dual variables are not negative");  // huge values may make them NaN
      sum += alpha;
    }
    return sum;
  };
  const auto shrink = [&](Index i, double sum) {
    return !squared && sum > objective.cost(i) ? objective.cost(i) / sum : 1.0;
  };
  const auto scale = [&](Index i, std::size_t j) {
    const double loss = objective.problem.loss(objective.examples[i].x, objective.examples[i].y,
                                               dual[i].outputs[j]);
    return constraint_scale(loss, objective.augmentation);
  };
  DualValue result;
  result.w.assign(objective.problem.dimension(), 0.0);
  accumulate_examples(objective, threads, result.w, [&](Index i, VectorRef w) {
    const double sum = sum_of(i), factor = shrink(i, sum);
    if (sum == 0) return;
    Vector coefficients;
    for (std::size_t j = 0; j < dual[i].alpha.size(); ++j) {
      coefficients.push_back(factor * dual[i].alpha[j] * scale(i, j).s);
    }
    const auto& [x, y, weight] = objective.examples[i];
    objective.problem.add_differences(x, y, dual[i].outputs, coefficients, w);
  });
  result.value = sum_over_examples(objective, threads, [&](Index i) {
    const double sum = sum_of(i), factor = shrink(i, sum);
    if (sum == 0) return 0.0;
    double value = squared ? -sum * sum / (2 * objective.cost(i)) : 0.0;
    for (std::size_t j = 0; j < dual[i].alpha.size(); ++j) {
      value += factor * dual[i].alpha[j] * scale(i, j).b;
    }
    return value;
  });
  result.value -= 0.5 * ordered_sum(static_cast<Index>(result.w.size()), threads,
                                    [&](Index k) { return result.w[k] * result.w[k]; });
  return result;
}

double relative_gap(double primal, double dual) {
  if (primal == dual) return 0;
  return (primal - dual) / std::abs(primal);
}

}  // namespace costruct
