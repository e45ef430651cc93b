// Explicit features of a kernel on the span of given points. Pivoted Cholesky selects the subset S
// of points that are linearly independent to working precision. The features are
//   phi(x) = R^-1 k_S(x),
// where k_S(x) has the entries k(s_i, x) for the points s_i of S, and R R^T is the kernel matrix of
// S.
//
// The function <w, phi(.)> = sum_i (R^-T w)_i k(s_i, .) has the norm ||w||. Least squares in w are
// therefore as well conditioned as the ridge makes them, even if the kernel matrix is singular.
#pragma once

#include "costruct/core/regression/kernel_values.hpp"

namespace costruct {

/// The basis S of one set of points, and the features phi.
class KernelBasis {
 public:
  /// Selects S from `points` (d x n). trouble_with() must report nothing for the points, here and
  /// in the members below. Calls `watch` for every pivot. Cost: O(n r^2 + n r d) for rank r.
  KernelBasis(const Kernel& kernel, const Matrix& points, const WorkWatch& watch = {});

  Index rank() const { return points_.cols; }
  /// S, with a point in each column.
  const Matrix& points() const { return points_; }
  /// Writes phi(points_j) to column j - first of `into` (columns `stride` apart) for j in [first,
  /// last). Runs on one thread. Cost: O(r d + r^2) per point.
  void features(const Matrix& points, Index first, Index last, double* into, Index stride) const;
  /// R^-T w, the coefficients of <w, phi(.)> at the points S.
  Vector coefficients(Vector w) const;
  /// As features(), but writes k_S(points_j).
  void kernel_columns(const Matrix& points, Index first, Index last, double* into,
                      Index stride) const;

 private:
  Kernel kernel_;
  Matrix points_;
  PackedPoints packed_;
  Matrix factor_;  // R: r x r, lower triangular
};

}  // namespace costruct
