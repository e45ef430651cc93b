// The combinatorial transductive support vector machine of two classes (Joachims 1999), without
// bias.
//
//   minimise over w and pseudo-labels y_j in {-1, 1}, exactly `num_plus` of them 1,
//     1/2 |w|^2 + sum_i c_i max(0, 1 - y_i <w, x_i>) + c sum_j max(0, 1 - y_j <w, x_j>)
//   i: labeled rows, each with its cost; j: unlabeled rows
//
//   1. w solves the problem of the labeled rows; the num_plus unlabeled rows of largest <w, x_j>
//      get y_j = 1
//   2. the costs of the two sides begin at c_minus = min{c_first, c} and
//      c_plus = min{c_first num_plus / (m - num_plus), c}
//   3. w solves the problem of all rows under these costs
//   4. while there are y_p = 1 and y_n = -1 whose swap gains (SwapRule): swap the two labels (as
//      many disjoint pairs as `switches` allows), and 3.
//   5. while a side's cost is below c: double both, at most to c, and 3.
//
// What a swap gains at fixed w, with f_j = <w, x_j>: a row with label 1 costs c_plus max(0, 1 -
// f_j), with label -1 it costs c_minus max(0, 1 + f_j). Their difference
//   g(f) = c_plus max(0, 1 - f) - c_minus max(0, 1 + f)
// falls strictly, and the swap gains g(f_p) - g(f_n): it gains where f_p < f_n, and nowhere else.
// As a row's cost depends on its own label alone while w is fixed, the gains of disjoint pairs add
// up, and one solution for all of them saves the others. Rows come by f, so that no pair is left
// that would gain. The published rule asks for slacks xi_p, xi_n > 0 with xi_p + xi_n > 2. It
// implies f_p < f_n; it leaves out pairs with f_p >= 1 or f_n <= -1. Why this ends: a pair counts
// only where f_p and f_n differ by kLeastGain; its swap then gains at least that much times the
// smaller cost, and solutions never raise the objective (BinarySvm), so at fixed costs the number
// of swaps is bounded.
//
// Differences from the publication and SVMlight: no bias; every pair that gains is swapped unless
// `swaps` is kPublished, and all at once unless `switches` is 1; the last stage is at cost c on
// both sides; where one side has no rows, so that step 2 would give 0 or infinity, there is that
// last stage only.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/optimize/binary_svm.hpp"

namespace costruct {

struct TransductiveProblem {
  const FeatureRows& rows;  ///< the labeled ones, then the unlabeled
  std::vector<int> labels;  ///< of the labeled rows, 1 or -1
  Vector costs;             ///< of the labeled rows
  Index num_plus = 0;       ///< of the unlabeled rows, at most as many as there are
  double c_first = 1e-5, c = 1;

  Index labeled() const { return static_cast<Index>(labels.size()); }
  Index unlabeled() const { return rows.count() - labeled(); }
};

/// What a stage (one pair of costs) has come to.
struct TransductiveStage {
  double c_minus = 0, c_plus = 0;  ///< 0 in the stage of the labeled rows alone
  Index solutions = 0, switches = 0;
  double primal = 0, gap = 0;  ///< under the stage's costs and last labels
  Index passes = 0;            ///< over rows, from the first stage on
  Index number = 0, of = 1;    ///< which stage of how many it is, from 0
};

/// Which pairs of pseudo-labels are swapped.
enum class SwapRule {
  kGaining,   ///< every pair whose swap lowers the objective at the weights at hand
  kPublished  ///< those with slacks that are both positive and sum to more than 2 (Joachims 1999)
};

struct TransductiveControl {
  double gap = 1e-3;  ///< of every solution, relative
  SwapRule swaps = SwapRule::kGaining;
  std::optional<Index> switches;  ///< pairs swapped before the next solution
  /// Why to stop, or ""; asked before every pass over rows, with the number of passes so far.
  std::function<std::string(Index passes)> stop;
  std::function<void(const TransductiveStage&)> progress;  ///< after every stage; may be empty
};

struct TransductiveSolution {
  Vector w, coefficients;  ///< w = sum_i coefficients_i x_i, over all rows
  std::vector<int> pseudo_labels;
  double primal = 0;  ///< at w and the pseudo-labels, with the costs asked for
  double dual = 0;    ///< of the last convex problem, its labels fixed
  std::vector<TransductiveStage> stages;
  Index passes = 0, products = 0;
  bool converged = false;
  std::string stopped_because;  ///< "" where it has run to its end
};

TransductiveSolution solve_transductive(const TransductiveProblem& problem, RandomStream order,
                                        const TransductiveControl& control);

}  // namespace costruct
