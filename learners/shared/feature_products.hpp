// Psi^T Psi of the unlabeled points, in the features of KernelBasis of one or more views.
#pragma once

#include "costruct/core/regression/kernel_basis.hpp"

namespace costruct {

/// Sums products of features; the features of the views follow each other. Add the points block by
/// block and then call sum(). The points are divided into runs, which are summed in parallel and
/// added in their order. The number of runs depends only on the number of features.
class FeatureProducts {
 public:
  static constexpr Index kPointsPerBlock = 4096;

  /// `bases` must outlive this object.
  FeatureProducts(const std::vector<KernelBasis>& bases, int threads);
  /// Adds the products of a block of points. points[v] is a d_v x b matrix, with the points in view
  /// v as its columns. The bits of the sum depend on how the points are cut into blocks: all blocks
  /// but the last must have kPointsPerBlock points.
  void add(const std::vector<Matrix>& points);
  /// Returns Psi^T Psi, of which only the lower triangle is set. Its order is the sum of the ranks
  /// of the bases.
  Matrix sum() const;

 private:
  const std::vector<KernelBasis>& bases_;
  int threads_;
  Index order_ = 0;
  std::vector<Matrix> runs_;
};

}  // namespace costruct
