// What regression learns: functions that are sums of kernels at points.
#pragma once

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/core/linear_algebra/matrix.hpp"

namespace costruct {

/// How inputs and targets were brought to a common scale before the kernel saw them, from labeled
/// points alone. Empty vectors and 0: not at all.
struct PointScaling {
  Vector mean;     ///< d: subtracted
  Vector inverse;  ///< d: multiplied after that; 0 for a feature that is constant
};

/// f(x) = intercept + sum_i coefficients[i] k(points_i, x), the function of one view. Points are
/// scaled already; x is not.
struct KernelExpansion {
  Kernel kernel;         ///< linear, polynomial or gaussian
  Matrix points;         ///< d x r, a point a column
  Vector coefficients;   ///< r
  PointScaling scaling;  ///< of x
  double intercept = 0;
};

/// The points (d x b) as a kernel sees them.
Matrix scaled(const PointScaling& scaling, Matrix points);

/// f at the columns of `points` (d x b): b numbers. The same bits for any number of threads, and
/// for a point whatever block it stands in. Cost: O(d r b).
Vector values(const KernelExpansion& f, const Matrix& points, int threads);

}  // namespace costruct
