// The terms that unlabeled inputs add to the objective of a conditional model
// p(y | x) = exp f(y) / Z(x), with f linear in w:
//
//   T(w) = e sum_j H(p(. | x_j)) + s KL(r || q),   KL(r || q) = sum_k r_k log(r_k / q_k)
//
// - H is the entropy of the outputs (Grandvalet & Bengio 2005). Its term prefers weights at which
//   the labels of the unlabeled inputs are certain.
// - r are the known shares of the labels, and q those that the model expects among the N parts of
//   all inputs. Here q_k = sum_j E[parts of x_j with label k] / N. This is expectation
//   regularization (Mann & McCallum 2007, 2010).
// Neither term is convex in w. The gradient is one sum of covariances
// (core/interfaces/part_covariances.hpp):
//
//   grad T = -sum_j Cov(e f(y) + sum_t g_{y_t}, Phi(x_j, y)),   g_k = s r_k / (q_k N).
#pragma once

#include "costruct/core/interfaces/part_covariances.hpp"

namespace costruct {

/// T(w) and its gradient. Call add() once in each evaluation of the objective.
class EntropyTerms {
 public:
  /// @param features  the features of the unlabeled inputs; must outlive this object
  /// @param entropy_weight  e
  /// @param shares_weight   s
  /// @param shares    r, K entries that sum to one; ignored if shares_weight = 0
  EntropyTerms(const CovariedFeatures& features, double entropy_weight, double shares_weight,
               Vector shares)
      : features_(features),
        entropy_weight_(entropy_weight),
        shares_weight_(shares_weight),
        shares_(std::move(shares)) {}

  /// The coordinates of the weights to which the entries of w and gradient belong.
  const std::vector<Index>& coordinates() const { return features_.coordinates(); }
  /// Adds grad T(w) to the gradient and returns T(w). A q_k that underflows counts as 1e-300, so
  /// that the result is finite.
  /// Cost: a pass of covariances; with shares_weight > 0 also a pass of expected labels before it.
  double add(ConstVectorRef w, int threads, VectorRef gradient) const;
  /// The number of sums over the outputs of each input that add() computes.
  Index sums_per_input() const { return shares_weight_ > 0 ? 2 : 1; }

 private:
  const CovariedFeatures& features_;
  double entropy_weight_, shares_weight_;
  Vector shares_;
};

}  // namespace costruct
