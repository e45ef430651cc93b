// Ascent on the dual of MaxMargin, one example at a time, over working sets of outputs.
//
// The state that all solvers on working sets share: alpha, v = w(alpha) and, for every example, the
// outputs seen so far with their constraints and the Gram matrix of their difference vectors.
//
// Plain ascent has w = v. Accelerated ascent solves, in its place, a sequence of proximal problems
//   min_w  P(w) + kappa/2 |w - z|^2,   whose dual solutions give  w = (v + kappa z) / (1 + kappa),
// and moves the centre z on with momentum after each (Lin, Mairal & Harchaoui 2015, "Catalyst").
// alpha stays feasible for the problem itself, so D(alpha) <= P(w) holds with the gap
//   P(w) - D(alpha) = sum_i share_i(w) + 1/2 |w - v|^2,   w - v = kappa (z - w).
#pragma once

#include <limits>

#include "costruct/core/optimize/block_qp.hpp"
#include "costruct/core/optimize/max_margin.hpp"
#include "costruct/core/optimize/proximal_weights.hpp"

namespace costruct {

/// The constraints of one example. Element 0 is its reference output, whose a and b are zero: for r
/// = 1 it holds what is left of C_i.
struct WorkingSet {
  std::vector<Output> outputs;
  Vector b;  ///< loss^(1/r)
  Vector alpha;
  PackedGram gram;                 ///< <a_j, a_k>
  std::vector<std::int32_t> idle;  ///< visits since alpha_j was last positive
  /// Phi(x, y) - Phi(x, outputs[j]); empty where the problem scores outputs together.
  std::vector<SparseVector> differences;
};

/// What a visit makes of an example's dual variables. The single steps need r = 1.
enum class BlockStep { kSolve, kFrankWolfe, kPairwise };

struct BlockAscentOptions {
  double epsilon = 0;  ///< only outputs that violate by more than this beyond the slack are added,
                       ///< and only then the dual variables of their example move
  BlockStep step = BlockStep::kSolve;
  double accuracy = 0.1;     ///< of kSolve, see maximise_on_simplex
  Index drop_after = 3;      ///< visits with alpha = 0 after which a constraint is dropped
  bool average = false;      ///< keep averaged_w(); plain ascent only
  bool path_length = false;  ///< keep path_length(); plain ascent only
};

class BlockAscent {
 public:
  /// kappa of accelerated ascent for each unit of C * mean_stiffness(). Measured on named entities,
  /// chunking and letters: passes to a gap hardly change from half to twice of it.
  static constexpr double kKappaPerStiffness = 0.1;

  BlockAscent(const MaxMargin& objective, BlockAscentOptions options);

  /// Begins at dual variables feasible for the objective, one entry an example; to be called first.
  void start(std::span<const DualVariables> dual);

  /// A hint that example i is visited soon: asks the processor to have its working set at hand.
  void expect(Index i) const;
  /// Decodes example i, adds the most violated output to its working set, ascends, and drops idle
  /// outputs. Returns share_i, the part of example i in P(w) - D(alpha), as it was before the step.
  double visit(Index i);
  /// The same over the working set alone, without the decoder; the share is a lower bound. Steps
  /// only if it is at least `least`.
  double revisit(Index i, double least = -std::numeric_limits<double>::infinity());

  // Examples whose reference or weight changes on the way, as in co-learning:

  /// Takes back what example i gave to v and forgets its outputs (nothing if that has been done).
  /// Until enter(i) the owner of the examples may give it another reference and weight, and nothing
  /// else may be asked about it.
  void withdraw(Index i);
  /// As withdraw(i), but keeps the outputs: for an example that gets another weight and the same
  /// reference.
  void take_back(Index i);
  void enter(Index i);
  /// Adds y_hat to the working set of example i, with alpha = 0. False if it was there.
  bool add_constraint(Index i, const Output& y_hat);
  /// A bound of how far v has moved so far: the sum of the norms of all steps. Plain ascent only; 0
  /// unless asked for by options.path_length.
  double path_length() const { return path_length_; }

  /// See ProximalWeights.
  void accelerate(double kappa) { weights_.accelerate(kappa); }
  double move_center() { return weights_.move_center(); }

  /// Goes on with another C: dual variables are multiplied by C / (the C so far).
  void change_C(double C);
  /// Replaces v by the same vector computed afresh.
  void reset(ConstVectorRef v) { weights_.reset(v); }

  const Vector& w() const { return weights_.w(); }
  /// sum_k k w_k / sum_k k over the steps k = 1, 2, ... so far: the weighted average of
  /// Lacoste-Julien et al. 2013, section 4 of "Block-coordinate Frank-Wolfe optimization for
  /// structural SVMs".
  Vector averaged_w() const;
  /// D(alpha). Cost: O(dimension).
  double dual() const;
  const MaxMargin& objective() const { return objective_; }
  Index oracle_calls() const { return oracle_calls_; }
  Index constraints() const { return constraints_; }  ///< in the working sets now
  Index constraints_added() const { return constraints_added_; }
  /// The positive dual variables.
  std::vector<DualVariables> dual_variables() const;
  /// The mean of |a|^2 / b over the constraints added so far (0 where there are none): b / |a|^2 is
  /// the alpha that a constraint needs when it is alone.
  double mean_stiffness() const;
  const WorkingSet& working_set(Index i) const { return sets_[i]; }

 private:
  Decoded most_violated(Index i);
  void find_margins(Index i);
  double find_violations(Index i);
  double share(Index i, double slack) const;
  void append(Index i, const Output& y_hat);
  void find_products(Index i, const Output& y_hat);
  void add_differences(Index i, ConstVectorRef coefficients, VectorRef w) const;
  void follow(Index i);
  void ascend(Index i);
  void drop_idle(WorkingSet& set);

  MaxMargin objective_;
  BlockAscentOptions options_;
  bool keeps_differences_;
  std::vector<WorkingSet> sets_;
  ProximalWeights weights_;
  Vector late_;         // average: sum_k (k (k - 1) / 2) (w_k - w_{k-1})
  double steps_ = 0;    // visits so far
  double linear_ = 0;   // sum alpha b
  double squares_ = 0;  // r = 2: sum_i (sum_j alpha_ij)^2 / (2 C_i)
  double stiffness_ = 0, path_length_ = 0;
  Index oracle_calls_ = 0, constraints_ = 0, constraints_added_ = 0;
  // Scratch of a step: margins, violations h, gradient, alpha before the step, products.
  Vector margins_, h_, gradient_, alpha_before_, products_;
};

}  // namespace costruct
