// The combinatorial transductive support vector machine for two classes (Joachims 1999), without
// bias.
//
//   minimise over w and pseudo-labels y_j in {-1, 1}, exactly `num_plus` of them 1,
//     1/2 |w|^2 + sum_i c_i max(0, 1 - y_i <w, x_i>) + c sum_j max(0, 1 - y_j <w, x_j>)
//   i: labeled rows, each with its cost c_i; j: the m unlabeled rows, each with the cost c
//
// The cost of the unlabeled rows begins small, at c_first, and grows to c.
//
//   1. Solve the problem of the labeled rows for w. The num_plus unlabeled rows with the largest
//      <w, x_j> get y_j = 1, the others y_j = -1.
//   2. Start with the costs of the two sides c_minus = min{c_first, c} and
//      c_plus = min{c_first num_plus / (m - num_plus), c}.
//   3. Solve the problem of all rows under these costs for w.
//   4. While there are y_p = 1 and y_n = -1 whose swap gains (SwapRule): swap the two labels, in as
//      many disjoint pairs as `switches` allows, and do step 3.
//   5. While the cost of a side is below c: double both, at most to c, and do step 3.
//
// The gain of a swap at fixed w, with f_j = <w, x_j>: a row with label 1 costs
// c_plus max(0, 1 - f_j). With label -1 it costs c_minus max(0, 1 + f_j). The difference
//   g(f) = c_plus max(0, 1 - f) - c_minus max(0, 1 + f)
// falls strictly in f. The swap gains g(f_p) - g(f_n). So a swap gains if and only if
// f_p < f_n.
//
// While w is fixed, the cost of a row depends only on its own label. The gains of disjoint pairs
// therefore add up, and one solution serves all pairs. Rows are paired in the order of f, so that
// no gaining pair is left.
//
// The published rule asks for slacks xi_p, xi_n > 0 with xi_p + xi_n > 2. It implies f_p < f_n, and
// leaves out pairs with f_p >= 1 or f_n <= -1.
//
// Termination: a pair counts only if f_p and f_n differ by kLeastGain. Its swap then gains at least
// that much times the smaller cost. Solutions never raise the objective (BinarySvm), so the number
// of swaps at fixed costs is bounded.
//
// Differences from the publication and SVMlight:
// - There is no bias.
// - Every pair that gains is swapped unless `swaps` is kPublished.
// - All pairs are swapped at once unless `switches` is 1.
// - The last stage has cost c on both sides.
// - If one side has no rows, step 2 would give 0 or infinity; then there is only the last stage.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/optimize/binary_svm.hpp"

namespace costruct {

/// The problem: rows, labels and costs.
struct TransductiveProblem {
  const FeatureRows& rows;  ///< the labeled rows, followed by the unlabeled rows
  std::vector<int> labels;  ///< labels of the labeled rows, 1 or -1
  Vector costs;             ///< costs of the labeled rows
  Index num_plus = 0;       ///< number of unlabeled rows with label 1, at most all of them
  /// The first cost of an unlabeled row with pseudo-label -1, see step 2, and the final cost of
  /// every unlabeled row. c = 0: only the labeled rows count.
  double c_first = 1e-5, c = 1;

  Index labeled() const { return static_cast<Index>(labels.size()); }
  Index unlabeled() const { return rows.count() - labeled(); }
};

/// The result of a stage, which is one pair of costs.
struct TransductiveStage {
  double c_minus = 0, c_plus = 0;  ///< 0 in the stage of the labeled rows alone
  /// How often the problem was solved for w, and the number of swapped pairs.
  Index solutions = 0, switches = 0;
  double primal = 0, gap = 0;  ///< with the costs and the last labels of the stage
  Index passes = 0;            ///< passes over rows since the start of the first stage
  Index number = 0, of = 1;    ///< number of this stage, from 0, and number of all stages
};

/// Which pairs of pseudo-labels are swapped.
enum class SwapRule {
  kGaining,   ///< every pair whose swap lowers the objective at the present weights
  kPublished  ///< pairs whose slacks are both positive and sum to more than 2 (Joachims 1999)
};

/// How the problem is solved.
struct TransductiveControl {
  double gap = 1e-3;  ///< relative duality gap of every solution
  SwapRule swaps = SwapRule::kGaining;
  std::optional<Index> switches;  ///< most pairs to swap before the next solution; empty: all
  /// Returns a reason to stop, or "". Called before every pass, with the number of passes so far.
  std::function<std::string(Index passes)> stop;
  /// Called after every stage; may be empty.
  std::function<void(const TransductiveStage&)> progress;
};

/// The result of solve_transductive().
struct TransductiveSolution {
  Vector w, coefficients;          ///< w = sum_i coefficients_i x_i, over all rows
  std::vector<int> pseudo_labels;  ///< of the unlabeled rows, 1 or -1
  double primal = 0;  ///< objective at w and the pseudo-labels, with the costs of the problem
  double dual = 0;    ///< dual value of the last convex problem, with its labels fixed
  std::vector<TransductiveStage> stages;
  /// Passes over the rows, and inner products of a row with w, of all solutions together.
  Index passes = 0, products = 0;
  bool converged = false;       ///< whether it ran to its end, each solution within the gap
  std::string stopped_because;  ///< "" if it ran to its end
};

/// Solves the problem. `order` gives the random order of the rows.
TransductiveSolution solve_transductive(const TransductiveProblem& problem, RandomStream order,
                                        const TransductiveControl& control);

}  // namespace costruct
