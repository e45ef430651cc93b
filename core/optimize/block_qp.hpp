// The small quadratic programs of one example's working set, given by its Gram matrix:
//   maximise over d:  sum_j g_j d_j - 1/2 sum_jk Q_jk d_j d_k,   alpha + d feasible,
// where g is the gradient of the dual at alpha. They are solved by steps along two coordinates
// (simplex), or along one or two (orthant), with exact line search. Each step takes the coordinates
// that promise the largest gain. The steepest coordinate or vertex is the one with the largest g_j.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// A symmetric matrix of inner products <a_j, a_k> that grows row by row. The entry (j, k) with k
/// <= j is at j (j + 1) / 2 + k.
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
  /// Adds the row of a new element. `row` has size() + 1 entries: its products with all elements,
  /// with itself last.
  void append(ConstVectorRef row);
  /// Keeps only the elements in `kept`, which must be ascending.
  void keep(std::span<const Index> kept);

 private:
  Index size_ = 0;
  Vector entries_;
};

/// The quadratic term of a block, Q_jk = scale * Gram_jk + ridge. The Gram matrix must outlive it.
struct BlockCurvature {
  const PackedGram& gram;
  double scale = 1;  ///< ProximalWeights::scale(); 1 for plain ascent
  double ridge = 0;  ///< 1 / C_i for squared slacks
};

/// Maximises over the simplex: alpha >= 0 with its present sum; ridge must be 0. Updates alpha and
/// its gradient.
///
/// Stops when the possible gain, max_d sum_j g_j d_j over feasible d, has fallen to `accuracy`
/// times its first value. Also stops after `steps` times size() steps. Cost: O(size) for each step.
void maximise_on_simplex(BlockCurvature curvature, double accuracy, VectorRef alpha,
                         VectorRef gradient, Index steps = 10);

/// Maximises over the orthant: alpha >= 0, element 0 does not change. Updates alpha and its
/// gradient. Each step changes one coordinate, or moves weight from one to the steepest. Stops when
/// the steepest slope has fallen to `accuracy` times its first value, or after 10 size() steps.
void maximise_on_orthant(BlockCurvature curvature, double accuracy, VectorRef alpha,
                         VectorRef gradient);

/// One Frank-Wolfe step on the simplex: towards the steepest vertex, away from all others in
/// proportion.
void frank_wolfe_step(BlockCurvature curvature, VectorRef alpha, VectorRef gradient);

/// One pairwise step on the simplex: towards the steepest vertex, away from the vertex of the
/// support with the smallest gradient.
void pairwise_step(BlockCurvature curvature, VectorRef alpha, VectorRef gradient);

}  // namespace costruct
