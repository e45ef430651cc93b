// The combinatorial transductive support vector machine of two classes (Joachims 1999), without bias.
//
//   minimise over w and pseudo-labels y_j in {-1, 1}, exactly `num_plus` of them 1,
//     1/2 |w|^2 + sum_i c_i max(0, 1 - y_i <w, x_i>) + c sum_j max(0, 1 - y_j <w, x_j>)
//   i: labeled rows, each with its cost; j: unlabeled rows
//
//   1. w solves the problem of the labeled rows; the num_plus unlabeled rows of largest <w, x_j> get y_j = 1
//   2. the costs of the two sides begin at c_minus = min{c_first, c} and
//      c_plus = min{c_first num_plus / (m - num_plus), c}
//   3. w solves the problem of all rows under these costs
//   4. while there are y_p = 1 and y_n = -1 with slacks xi_p, xi_n > 0 and xi_p + xi_n > 2:
//      swap the two labels (as many disjoint pairs as `switches` allows), and 3.
//   5. while a side's cost is below c: double both, at most to c, and 3.
//
// Why swaps lower the objective at fixed w: of a swapped pair the slacks become max(0, 2 - xi_p) < xi_n and
// max(0, 2 - xi_n) < xi_p, and costs go with the label, so the pair's share
//   c_plus xi_p + c_minus xi_n   becomes   c_plus max(0, 2 - xi_n) + c_minus max(0, 2 - xi_p),
// which is less. A row's slack depends on its own label alone while w is fixed, so the shares of disjoint
// pairs fall one by one, and one solution for all of them saves the others. Why this ends: a pair counts only
// if its slacks sum to 2 and a little more, kLeastGain; its swap then gains at least that much times the
// smaller cost, and solutions never raise the objective (BinarySvm), so at fixed costs the number of swaps is
// bounded.
//
// Differences from the publication and SVMlight: no bias; all pairs are swapped at once unless `switches` is
// 1; the last stage is at cost c on both sides; where one side has no rows, so that step 2 would give 0 or
// infinity, there is that last stage only.
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

struct TransductiveControl {
  double gap = 1e-3;              ///< of every solution, relative
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
