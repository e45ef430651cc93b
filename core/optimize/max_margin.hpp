// The optimisation problem of the structural SVM, its dual, and the certificate of an approximate
// solution.
//
//   primal  min_w  P(w) = 1/2 |w|^2 + (1/r) sum_i C_i H_i(w)^r,    C_i = C * weight_i
//           H_i(w) = max_yhat  b_i(yhat) - <w, a_i(yhat)>  >= 0,   the slack of example i
//           a_i(yhat) = s (Phi(x_i, y_i) - Phi(x_i, yhat))
//           margin rescaling: s = 1, b = loss^(1/r);   slack rescaling: s = b = loss^(1/r)
//   dual    max_alpha  D(alpha) = sum alpha_i(yhat) b_i(yhat) - 1/2 |w(alpha)|^2
//                                 - [r = 2] sum_i (sum_yhat alpha_i(yhat))^2 / (2 C_i)
//           alpha >= 0;   r = 1: sum_yhat alpha_i(yhat) <= C_i
//           w(alpha) = sum alpha_i(yhat) a_i(yhat)
//
// Source: Altun 2006, section 1.4.2 (with C/n in place of our C); Brefeld 2008, Opt. Problems
// 6.2-6.4.
#pragma once

#include <cmath>
#include <span>

#include "costruct/core/optimize/shard_sum.hpp"
#include "costruct/core/parallel.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The examples of a training sample that this process handles, when several processes share a fit.
/// They are ordered by shard (shard_sum.hpp).
struct LocalExamples {
  /// Copies the examples of `sample` that belong to shards of this process. `sample` is the whole
  /// sample, and the same in all processes. `sum` must outlive this object.
  LocalExamples(const ShardSum& sum, std::span<const LabeledExample> sample);

  const ShardSum& sum;
  Index total;  ///< the number of examples of all processes
  std::vector<LabeledExample> examples;
  std::vector<Index> begin;  ///< shard s has the examples [begin[s], begin[s + 1])
};

/// The objective P. The problem and the examples must outlive it.
struct MaxMargin {
  const StructuredProblem& problem;
  std::span<const LabeledExample> examples;
  double C = 1;               ///< > 0
  Augmentation augmentation;  ///< the rescaling and the norm r of the slacks
  /// Null: `examples` is the whole sample. Otherwise `examples` are those of this process. All
  /// processes must then call the functions that sum over examples in the same order.
  const LocalExamples* shared = nullptr;

  Index size() const { return static_cast<Index>(examples.size()); }
  /// The number of examples of all processes.
  Index total() const { return shared == nullptr ? size() : shared->total; }
  double cost(Index i) const { return C * examples[i].weight; }
};

/// ordered_accumulate() over the examples of all processes. Calls add(i, part) for each example
/// objective.examples[i] of this process.
template <class Add>
void accumulate_examples(const MaxMargin& objective, int threads, VectorRef into, const Add& add) {
  const LocalExamples* const shared = objective.shared;
  if (shared == nullptr) return ordered_accumulate(objective.size(), threads, into, add);
  shared->sum.add_up(into, [&](Index s, VectorRef part) {
    const Index begin = shared->begin[s];
    ordered_accumulate(shared->begin[s + 1] - begin, threads, part,
                       [&](Index i, VectorRef run) { add(begin + i, run); });
  });
}

/// ordered_sum() over the examples of all processes, with term(i) for objective.examples[i].
template <class Term>
double sum_over_examples(const MaxMargin& objective, int threads, const Term& term) {
  const LocalExamples* const shared = objective.shared;
  if (shared == nullptr) return ordered_sum(objective.size(), threads, term);
  Vector sum = {0.0};
  shared->sum.add_up(sum, [&](Index s, VectorRef part) {
    const Index begin = shared->begin[s];
    part[0] = ordered_sum(shared->begin[s + 1] - begin, threads,
                          [&](Index i) { return term(begin + i); });
  });
  return sum[0];
}

/// b and s of a constraint; constraint_scale() computes them from the loss of its output.
struct ConstraintScale {
  double b = 0, s = 1;
};
inline ConstraintScale constraint_scale(double loss, Augmentation augmentation) {
  const double b = augmentation.slack_norm == 2 ? std::sqrt(loss) : loss;
  return {b, augmentation.rescaling == Rescaling::kSlack ? b : 1.0};
}

/// The dual variables of one example: alpha[j] belongs to outputs[j]. Outputs may repeat.
struct DualVariables {
  std::vector<Output> outputs;
  Vector alpha;
};

/// P at given weights, and the most violated output of each example.
struct PrimalValue {
  double value = 0;
  std::vector<Output> most_violated;  ///< one for each of MaxMargin::examples
  Index oracle_calls = 0;             ///< loss-augmented decodings, in all processes
};
/// Computes P(w) by decoding every example. With a greedy decoder, the value may be below P(w).
PrimalValue primal_value(const MaxMargin& objective, ConstVectorRef w, int threads);

/// D and w(alpha) at given dual variables.
struct DualValue {
  double value = 0;
  Vector w;
};
/// Computes D and w(alpha) from the dual variables and joint features alone. For r = 1, rounding
/// can make the sum of an example's variables exceed C_i. They are then scaled down to C_i, so that
/// D is a lower bound of P.
/// @param dual  the variables of each of MaxMargin::examples, all >= 0
DualValue dual_value(const MaxMargin& objective, std::span<const DualVariables> dual, int threads);

/// (P - D) / |P|; 0 if P = D
double relative_gap(double primal, double dual);

}  // namespace costruct
