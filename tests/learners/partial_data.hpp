// Sequences that are labeled in part, and objectives of learners on them by enumeration.
#pragma once

#include <cmath>
#include <limits>

#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/learners/imputing.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

namespace costruct::test {

inline const Json kTight = {{"gap", 1e-13}};

/// Facts that agree with y. About half of the parts are unknown, and some have a second label.
inline Known facts_of(const Output& y, Index labels, Dice& dice) {
  Known known;
  for (const int label : y.parts) {
    std::vector<int>& fact = known.facts.emplace_back();
    const int kind = dice.range(0, 3);
    if (kind < 2) continue;
    const int other = dice.range(0, static_cast<int>(labels) - 1);
    fact = {label};
    if (kind == 3 && other != label) fact.insert(other < label ? fact.begin() : fact.end(), other);
  }
  if (known.facts.front().empty()) known.facts.front() = {y.parts.front()};
  return known;
}

struct Drawn {
  LabeledData data;
  Sample sample;
};

/// Sequences of which the first `labeled` are labeled and the others labeled in part.
inline Drawn drawn(Dice& dice, Index labeled, bool indicators = false) {
  Drawn drawn{small_sequences(dice, indicators, {4}, {3, 2, 4, 1, 3, 4, 2, 3}), {}};
  for (InputId x = 0; x < std::ssize(drawn.data.truth); ++x) {
    const Output& y = drawn.data.truth[static_cast<std::size_t>(x)];
    const double weight = dice.range(1, 4) / 2.0;
    if (x < labeled) {
      drawn.sample.labeled.push_back({x, y, weight});
    } else {
      drawn.sample.partial.push_back({x, facts_of(y, 3, dice), weight});
    }
  }
  return drawn;
}

inline std::vector<Output> outputs_of(const LabeledData& data, InputId x) {
  return all_labelings(data.parts.views[0].length(x), static_cast<Index>(data.parts.labels.size()));
}

inline bool allows(const Known& known, const Output& y) {
  for (std::size_t t = 0; t < known.facts.size(); ++t) {
    const std::vector<int>& fact = known.facts[t];
    if (!fact.empty() && std::count(fact.begin(), fact.end(), y.parts[t]) == 0) return false;
  }
  return true;
}

/// The best output, or the best allowed one; of equal ones the first.
inline Output best_of(const StructuredProblem& problem, const LabeledData& data, InputId x,
                      const Known& known, const Vector& w) {
  Output best;
  double most = -std::numeric_limits<double>::infinity();
  for (const Output& y : outputs_of(data, x)) {
    const double score = problem.score(x, y, w);
    if (!allows(known, y) || score <= most) continue;
    most = score;
    best = y;
  }
  return best;
}

inline double log_sum(const StructuredProblem& problem, const LabeledData& data, InputId x,
                      const Known& known, const Vector& w) {
  double sum = 0;
  for (const Output& y : outputs_of(data, x)) {
    if (allows(known, y)) sum += std::exp(problem.score(x, y, w));
  }
  return std::log(sum);
}

inline double half_square(const Vector& w) {
  double sum = 0;
  for (const double each : w) sum += 0.5 * each * each;
  return sum;
}

/// 1/2 |w|^2 + C sum_i weight_i (log Z(x_i) - log of the sum over the allowed outputs)
inline double crf_objective(const StructuredProblem& problem, const Drawn& of, double C,
                            const Vector& w) {
  double total = half_square(w);
  for (const auto& [x, y, weight] : of.sample.labeled)
    total += C * weight * (log_sum(problem, of.data, x, {}, w) - problem.score(x, y, w));
  for (const auto& [x, known, weight] : of.sample.partial)
    total +=
        C * weight * (log_sum(problem, of.data, x, {}, w) - log_sum(problem, of.data, x, known, w));
  return total;
}

/// The parts that y gets wrong among those of which something is known.
inline double known_loss(const Known& known, const Output& y) {
  double loss = 0;
  for (std::size_t t = 0; t < known.facts.size(); ++t) {
    const std::vector<int>& fact = known.facts[t];
    loss += !fact.empty() && std::count(fact.begin(), fact.end(), y.parts[t]) == 0;
  }
  return loss;
}

/// sum_i weight_i (max_y [L loss(y) + f(x_i, y)] - f(x_i, y_i)), by enumeration. If an example is
/// labeled in part, y_i is its best allowed output, and the loss counts what is known.
inline double perceptron_criterion(const StructuredProblem& problem, const Drawn& of, double L,
                                   const Vector& w) {
  double total = 0;
  const auto add = [&](InputId x, double weight, const Output& own, const auto& loss) {
    double most = -std::numeric_limits<double>::infinity();
    for (const Output& y : outputs_of(of.data, x))
      most = std::max(most, L * loss(y) + problem.score(x, y, w));
    total += weight * (most - problem.score(x, own, w));
  };
  for (const auto& [x, y, weight] : of.sample.labeled)
    add(x, weight, y,
        [&, x = x, &y = y](const Output& other) { return problem.loss(x, y, other); });
  for (const auto& [x, known, weight] : of.sample.partial)
    add(x, weight, best_of(problem, of.data, x, known, w),
        [&known = known](const Output& other) { return known_loss(known, other); });
  return total;
}

/// 1/2 |w|^2 + C times the criterion with the whole loss.
inline double svm_objective(const StructuredProblem& problem, const Drawn& of, double C,
                            const Vector& w) {
  return half_square(w) + C * perceptron_criterion(problem, of, 1, w);
}

}  // namespace costruct::test
