// The small quadratic programs of one example's working set, in terms of its Gram matrix.
//
//   maximise over d:  sum_j g_j d_j - 1/2 sum_jk Q_jk d_j d_k,   alpha + d feasible,
// where g is the gradient of the dual at alpha. Solved by steps along two coordinates (simplex) or
// one (orthant) with exact line search, chosen by the gain they promise.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// A symmetric matrix that grows row by row: the entry (j, k) with k <= j lies at j (j + 1) / 2 +
/// k.
class PackedGram {
 public:
  Index size() const { return size_; }
  double operator()(Index j, Index k) const {
    return j >= k ? entries_[j * (j + 1) / 2 + k] : entries_[k * (k + 1) / 2 + j];
  }
  /// |a_j - a_k|^2
  double squared_distance(Index j, Index k) const;
  /// |sum_j c_j a_j|^2
  double squared_norm(ConstVectorRef c) const;
  /// Adds the row of a new element: its products with all elements, itself last; size() + 1
  /// entries.
  void append(ConstVectorRef row);
  /// Keeps the elements in `kept`, ascending.
  void keep(std::span<const Index> kept);

 private:
  Index size_ = 0;
  Vector entries_;
};

/// The quadratic term of a block, Q_jk = scale * Gram_jk + ridge.
struct BlockCurvature {
  const PackedGram& gram;
  double scale = 1;
  double ridge = 0;  ///< 1 / C_i where the slacks are squared
};

/// Feasible: alpha >= 0 with the sum that it has; ridge must be 0. Stops when what the block can
/// still gain, max_d sum_j g_j d_j over feasible d, is down to the share `accuracy` of what it was,
/// or after `steps` an element. Both alpha and its gradient are updated. Cost: O(size) a step.
void maximise_on_simplex(BlockCurvature curvature, double accuracy, VectorRef alpha,
                         VectorRef gradient, Index steps = 10);

/// Feasible: alpha >= 0; element 0 stays as it is. Steps along one coordinate, or from one to the
/// steepest. Stops when the steepest slope is down to the share `accuracy` of what it was, or after
/// 10 steps an element.
void maximise_on_orthant(BlockCurvature curvature, double accuracy, VectorRef alpha,
                         VectorRef gradient);

/// One step on the simplex towards its steepest vertex, away from all others in proportion
/// (Frank-Wolfe).
void frank_wolfe_step(BlockCurvature curvature, VectorRef alpha, VectorRef gradient);

/// One step on the simplex towards its steepest vertex, away from the support's one of least
/// gradient.
void pairwise_step(BlockCurvature curvature, VectorRef alpha, VectorRef gradient);

}  // namespace costruct
