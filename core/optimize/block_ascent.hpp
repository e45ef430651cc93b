// Block-coordinate ascent on the dual of MaxMargin (max_margin.hpp), one example at a time, over
// working sets of outputs.
//
// BlockAscent is the state that all solvers with working sets share: alpha, v = w(alpha), and a
// working set for each example. A working set holds the outputs seen so far, their constraints, and
// the Gram matrix of their vectors a. The file max_margin.hpp defines P, D, alpha, w(alpha), a, b
// and C_i.
//
// Plain ascent has w = v. Accelerated ascent solves a sequence of proximal problems instead (Lin,
// Mairal & Harchaoui 2015, "Catalyst"):
//   min_w  P(w) + kappa/2 |w - z|^2,   whose dual solutions give  w = (v + kappa z) / (1 + kappa).
// After each it moves the centre z with momentum. alpha stays feasible for the original problem, so
// that D(alpha) <= P(w), with the gap
//   P(w) - D(alpha) = sum_i share_i(w) + 1/2 |w - v|^2,   w - v = kappa (z - w).
#pragma once

#include <limits>

#include "costruct/core/optimize/block_qp.hpp"
#include "costruct/core/optimize/max_margin.hpp"
#include "costruct/core/optimize/proximal_weights.hpp"

namespace costruct {

/// The constraints of one example. Element 0 is its reference output, whose a and b are zero. For r
/// = 1 its alpha is the remainder of C_i, so that all alpha of the example sum to C_i.
struct WorkingSet {
  std::vector<Output> outputs;
  Vector b;  ///< loss^(1/r)
  Vector alpha;
  PackedGram gram;                 ///< <a_j, a_k>
  std::vector<std::int32_t> idle;  ///< number of visits since alpha_j was last positive
  /// Phi(x, y) - Phi(x, outputs[j]); empty if the problem scores outputs together.
  std::vector<SparseVector> differences;
};

/// How a visit changes the dual variables of an example. kSolve solves the quadratic program of its
/// working set. The others take a single step, frank_wolfe_step() or pairwise_step() of
/// block_qp.hpp; these need r = 1.
enum class BlockStep { kSolve, kFrankWolfe, kPairwise };

/// The options of BlockAscent.
struct BlockAscentOptions {
  /// An output is added only if its violation exceeds the slack by more than this. If it is > 0,
  /// dual variables of an example move only when an output was added.
  double epsilon = 0;
  BlockStep step = BlockStep::kSolve;
  double accuracy = 0.1;     ///< for kSolve: see maximise_on_simplex()
  Index drop_after = 3;      ///< drop constraints after more visits with alpha = 0
  bool average = false;      ///< compute averaged_w(); plain ascent only
  bool path_length = false;  ///< compute path_length(); plain ascent only
};

/// Ascent on the dual, example by example. Call visit() for examples in any order until the sum of
/// the shares is small enough. The problem and the examples of the objective must outlive it.
class BlockAscent {
 public:
  /// kappa of accelerated ascent, divided by C * mean_stiffness(). In measurements on named
  /// entities, chunking and letters, half or twice this value hardly changed the number of passes.
  static constexpr double kKappaPerStiffness = 0.1;

  /// Starts at alpha = 0.
  BlockAscent(const MaxMargin& objective, BlockAscentOptions options);

  /// Starts at other dual variables, which must be feasible for the objective. `dual` has one entry
  /// for each example. Call it before all other members, or not at all.
  void start(std::span<const DualVariables> dual);

  /// A hint that example i is visited soon. Prefetches its working set into the cache.
  void expect(Index i) const;
  /// Decodes example i, adds the most violated output to its working set, ascends, and drops idle
  /// outputs. Returns share_i before the step, which is the part of example i in P(w) - D(alpha).
  double visit(Index i);
  /// The same over the working set alone, without the decoder. The returned share is then a lower
  /// bound. Steps only if the share is at least `least`.
  double revisit(Index i, double least = -std::numeric_limits<double>::infinity());

  // For examples whose reference or weight changes during training, as in co-learning:

  /// Removes the contribution of example i from v, and removes its outputs; does nothing if they
  /// are removed already. The owner of the examples may then change the reference and weight of the
  /// example. Until you call enter(i), call no other member for example i.
  void withdraw(Index i);
  /// As withdraw(i), but keeps the outputs. Use it if the weight of an example changes but not its
  /// reference.
  void take_back(Index i);
  /// Enters example i again after withdraw(i) or take_back(i), with alpha = 0.
  void enter(Index i);
  /// Adds y_hat to the working set of example i with alpha = 0. Returns false if it is there
  /// already.
  bool add_constraint(Index i, const Output& y_hat);
  /// An upper bound of the distance that v has moved so far: the sum of the norms of all steps. 0
  /// unless options.path_length is set.
  double path_length() const { return path_length_; }

  /// The members of ProximalWeights: accelerate() starts accelerated ascent, move_center() moves
  /// its centre and returns 1/2 |w - v|^2 from before the move.
  void accelerate(double kappa) { weights_.accelerate(kappa); }
  double move_center() { return weights_.move_center(); }

  /// Changes C. Multiplies dual variables by (new C) / (old C).
  void change_C(double C);
  /// Replaces v by the same vector, computed afresh to remove rounding errors.
  void reset(ConstVectorRef v) { weights_.reset(v); }

  const Vector& w() const { return weights_.w(); }
  /// sum_k k w_k / sum_k k over the steps k = 1, 2, ... so far. This is the weighted average of
  /// Lacoste-Julien et al. 2013, "Block-coordinate Frank-Wolfe optimization for structural SVMs",
  /// section 4.
  Vector averaged_w() const;
  /// D(alpha). Cost: O(dimension).
  double dual() const;
  const MaxMargin& objective() const { return objective_; }
  /// The number of decodings so far.
  Index oracle_calls() const { return oracle_calls_; }
  Index constraints() const { return constraints_; }  ///< number of constraints in the working sets
  Index constraints_added() const { return constraints_added_; }
  /// The positive dual variables of each example, without those of references.
  std::vector<DualVariables> dual_variables() const;
  /// The mean of |a|^2 / b over the constraints added so far; 0 if there are none. If an example
  /// has a single constraint, its optimal alpha is b / |a|^2.
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
  Vector late_;         // for averaged_w(): sum_k (k (k - 1) / 2) (w_k - w_{k-1})
  double steps_ = 0;    // number of steps so far
  double linear_ = 0;   // sum alpha b
  double squares_ = 0;  // r = 2: sum_i (sum_j alpha_ij)^2 / (2 C_i)
  double stiffness_ = 0, path_length_ = 0;
  Index oracle_calls_ = 0, constraints_ = 0, constraints_added_ = 0;
  // Scratch of a step: margins, violations h, gradient, alpha before the step, products.
  Vector margins_, h_, gradient_, alpha_before_, products_;
};

}  // namespace costruct
