// Kernel values between many dense points.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/core/linear_algebra/matrix.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// Points packed in groups of eight, so that a vector register holds the same feature of several
/// points.
class PackedPoints {
 public:
  /// `points`: d x n, a point in each column.
  explicit PackedPoints(const Matrix& points);
  Index size() const { return size_; }
  Index dimension() const { return dimension_; }
  /// The points 8 p .. 8 p + 7, feature by feature: feature f of point 8 p + k is at [8 f + k].
  /// Zeros stand for missing points.
  const double* panel(Index p) const { return data_.data() + p * 8 * dimension_; }

 private:
  Index size_, dimension_;
  Vector data_;
};

/// Computes
///   into[(j - first) * stride + i] = k(a_i, points_j)
/// for j in [first, last) and i in [begin, a.size()); `begin` must be a multiple of 8.
///
/// Squared distances are computed from the differences. They are accurate for close points far from
/// the origin and exactly 0 for equal points. The bits of an entry depend only on its two points,
/// and k(x, y) and k(y, x) have the same bits. Exponentials are exact to a few units in the last
/// place, and at least exp(-708). Runs on one thread. Cost: O(d) for each entry.
void kernel_values(const Kernel& kernel, const PackedPoints& a, Index begin, const Matrix& points,
                   Index first, Index last, double* into, Index stride);

/// The lower triangle of the matrix of all k(points_i, points_j); entries above the diagonal are
/// arbitrary. The bits are the same for any number of threads. Calls `watch` every 1024 points, or
/// every 256 * threads points if there are more than four threads.
Matrix kernel_matrix(const Kernel& kernel, const Matrix& points, int threads,
                     const WorkWatch& watch = {});

/// Checks the points (d x n). Returns a reason if a feature value is not finite or too large for
/// the kernel. If it returns nullopt, all kernel values between checked points are finite.
std::optional<std::string> trouble_with(const Kernel& kernel, const Matrix& points);

}  // namespace costruct
