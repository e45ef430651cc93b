// Explicit features of a kernel on the span of given points: the part of them that is independent
// to working precision (pivoted Cholesky) and phi(x) = R^-1 k_S(x), R R^T the kernel matrix of that
// part S.
//
// <w, phi(.)> = sum_i (R^-T w)_i k(s_i, .) has the norm ||w||, so that least squares in w are as
// well conditioned as their ridge makes them, however singular the kernel matrix is.
#pragma once

#include "costruct/core/regression/kernel_values.hpp"

namespace costruct {

class KernelBasis {
 public:
  /// Points (d x n) without trouble_with() them. `watch` hears of every pivot. Cost: O(n r^2 + n r
  /// d) for rank r.
  KernelBasis(const Kernel& kernel, const Matrix& points, const WorkWatch& watch = {});

  Index rank() const { return points_.cols; }
  /// S, a point a column.
  const Matrix& points() const { return points_; }
  /// Column j - first of `into` (columns `stride` apart) is phi(points_j), j in [first, last). Runs
  /// on one thread. Cost: O(r d + r^2) a point.
  void features(const Matrix& points, Index first, Index last, double* into, Index stride) const;
  /// R^-T w: the coefficients of <w, phi(.)> at S.
  Vector coefficients(Vector w) const;
  /// Column j - first of `into` is k_S(points_j).
  void kernel_columns(const Matrix& points, Index first, Index last, double* into,
                      Index stride) const;

 private:
  Kernel kernel_;
  Matrix points_;
  PackedPoints packed_;
  Matrix factor_;  // R: r x r, lower triangular
};

}  // namespace costruct
