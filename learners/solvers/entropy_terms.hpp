// What unlabeled inputs add to the objective of a conditional model p(y | x) = exp f(y) / Z(x), f
// linear in w:
//
//   T(w) = e sum_j H(p(. | x_j)) + s KL(r || q),   KL(r || q) = sum_k r_k log(r_k / q_k)
//
// - H is the entropy of the outputs (Grandvalet & Bengio 2005): inputs are to lie where labels are
// sure.
// - r are the shares that labels are known to have, q_k = sum_j E[parts of x_j with label k] / N
//   those that the model expects among the N parts of all inputs (expectation regularization, Mann
//   & McCallum 2007, 2010).
// Neither is convex in w. The gradient is one sum of covariances
// (core/interfaces/part_covariances.hpp),
//
//   grad T = -sum_j Cov(e f(y) + sum_t g_{y_t}, Phi(x_j, y)),   g_k = s r_k / (q_k N).
#pragma once

#include "costruct/core/interfaces/part_covariances.hpp"

namespace costruct {

class EntropyTerms {
 public:
  /// @param features  of the unlabeled inputs; must live as long
  /// @param shares    r, K entries that sum to one; their values are not looked at where
  /// shares_weight = 0
  EntropyTerms(const CovariedFeatures& features, double entropy_weight, double shares_weight,
               Vector shares)
      : features_(features),
        entropy_weight_(entropy_weight),
        shares_weight_(shares_weight),
        shares_(std::move(shares)) {}

  /// Of w, gradient and the terms.
  const std::vector<Index>& coordinates() const { return features_.coordinates(); }
  /// gradient += grad T(w); returns T(w). Finite where q_k underflows: it then counts as 1e-300.
  /// Cost: a pass of covariances; with shares_weight > 0 one of expected labels before it.
  double add(ConstVectorRef w, int threads, VectorRef gradient) const;
  /// How many sums over the outputs of each input add() takes.
  Index sums_per_input() const { return shares_weight_ > 0 ? 2 : 1; }

 private:
  const CovariedFeatures& features_;
  double entropy_weight_, shares_weight_;
  Vector shares_;
};

}  // namespace costruct
