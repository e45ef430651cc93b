// The functions that regression learns: sums of kernels at points.
#pragma once

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/core/linear_algebra/matrix.hpp"

namespace costruct {

/// How inputs are scaled before the kernel is applied. Computed from labeled points alone. Empty
/// vectors: no scaling.
struct PointScaling {
  Vector mean;     ///< d: subtracted
  Vector inverse;  ///< d: multiplied after that; 0 for a feature that is constant
};

/// The function of one view,
///   f(x) = intercept + sum_i coefficients[i] k(points_i, scaled x).
/// `points` are already scaled; x is not.
struct KernelExpansion {
  Kernel kernel;         ///< linear, polynomial or gaussian
  Matrix points;         ///< d x r, a point in each column
  Vector coefficients;   ///< r
  PointScaling scaling;  ///< of x
  double intercept = 0;
};

/// The scaled points (d x b).
Matrix scaled(const PointScaling& scaling, Matrix points);

/// f at the columns of `points` (d x b): b numbers. The bits of a value depend neither on the
/// number of threads nor on the other points. Cost: O(d r b).
Vector values(const KernelExpansion& f, const Matrix& points, int threads);

}  // namespace costruct
