// Psi^T Psi of unlabeled points, in the features of KernelBasis of one or more views.
#pragma once

#include "costruct/core/regression/kernel_basis.hpp"

namespace costruct {

/// Sums products of features, all views one behind the other. Runs of points are summed apart, side
/// by side, and added in their order; how many there are depends on the number of features alone.
class FeatureProducts {
 public:
  static constexpr Index kPointsPerBlock = 4096;

  /// `bases` outlive this.
  FeatureProducts(const std::vector<KernelBasis>& bases, int threads);
  /// Adds those of a block of points, given in all views. The bits depend on how the points are cut
  /// into blocks: all of kPointsPerBlock but the last.
  void add(const std::vector<Matrix>& points);
  /// The lower triangle.
  Matrix sum() const;

 private:
  const std::vector<KernelBasis>& bases_;
  int threads_;
  Index order_ = 0;
  std::vector<Matrix> runs_;
};

}  // namespace costruct
