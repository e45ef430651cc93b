// Block-coordinate ascent on the dual of MaxMargin (max_margin.hpp) for problems with LabelScores,
// whose outputs are single labels. It treats all K constraints of an example at once. In
// accelerated ascent, kappa is as in block_ascent.hpp; in plain ascent it is 0.
//
// Let d_k = -alpha_k for k != y and d_y = sum alpha, so that v = sum_i sum_k d_ik Phi(x_i, k). The
// block of example i is solved exactly (Crammer & Singer 2001; Keerthi et al. 2008; here also for
// squared slacks):
//   min_d  1/2 A |d|^2 + [r = 2] d_y^2 / (2 C_i) + sum_k B_k d_k
//   with   sum_k d_k = 0,  d_k <= 0 for k != y,  r = 1: d_y <= C_i
//   where  A = |psi(x)|^2 / (1 + kappa)
//          B_k = f_k + b_k - A d_k(old),  f_k = <w, Phi(x, k)>
// The solution, with upper bounds u, A_k = A for k != y and A_y = A + [r = 2] 1/C_i, is
//   d_k = min{u_k, (beta - B_k) / A_k}.
#pragma once

#include "costruct/core/interfaces/label_scores.hpp"
#include "costruct/core/optimize/max_margin.hpp"
#include "costruct/core/optimize/proximal_weights.hpp"

namespace costruct {

/// Has the members of BlockAscent (block_ascent.hpp) with the same meaning, as far as they apply.
class LabelAscent {
 public:
  /// See BlockAscent. Blocks that are solved over all outputs allow a larger value; measured on
  /// newsgroups.
  static constexpr double kKappaPerStiffness = 0.7;

  /// Whether the objective can be solved by LabelAscent. These conditions must hold:
  ///   - The problem offers LabelScores.
  ///   - There is an example.
  ///   - Its constraints are margin-rescaled, or every wrong label has the loss 1, where both
  ///     rescalings agree.
  ///   - n K doubles, and K^2 doubles, fit in 1 GiB for n examples.
  static bool applies_to(const MaxMargin& objective);

  /// Starts at alpha = 0. Call it only if applies_to(objective).
  explicit LabelAscent(const MaxMargin& objective);

  /// Starts at other dual variables, which must be feasible for the objective. `dual` has one entry
  /// for each example. Call it before all other members, or not at all.
  void start(std::span<const DualVariables> dual);

  /// A hint that example i is visited next. It has no effect on results.
  void expect(Index i) const { scores_.expect(objective_.examples[i].x, weights_.w()); }
  /// Solves the block of example i. Returns its share in P(w) - D(alpha) before the step.
  double visit(Index i);
  /// The same as visit(i), because all outputs are known.
  double revisit(Index i) { return visit(i); }

  void accelerate(double kappa) { weights_.accelerate(kappa); }
  double move_center() { return weights_.move_center(); }
  void change_C(double C);
  void reset(ConstVectorRef v) { weights_.reset(v); }

  const Vector& w() const { return weights_.w(); }
  double dual() const;
  const MaxMargin& objective() const { return objective_; }
  Index oracle_calls() const { return oracle_calls_; }
  Index constraints() const { return objective_.size() * (labels_ - 1); }
  Index constraints_added() const { return constraints(); }
  std::vector<DualVariables> dual_variables() const;
  double mean_stiffness() const;

 private:
  double level(Index y, double A, double A_y, double most);

  MaxMargin objective_;
  const LabelScores& scores_;
  Index labels_;
  ProximalWeights weights_;
  Vector d_;               // (example i, label k) at i * labels_ + k
  Vector squared_norm_;    // |psi(x_i)|^2
  std::vector<Vector> b_;  // b_[y][k] = loss(x, y, k)^(1/r), the same for every x
  double linear_ = 0, squares_ = 0;
  Index oracle_calls_ = 0;
  Vector f_, target_, change_;
};

}  // namespace costruct
