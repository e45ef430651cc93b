// Values of a kernel between many dense points.
#pragma once

#include <optional>
#include <string>

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/core/linear_algebra/matrix.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// Points packed eight by eight, so that a register holds the same feature of several.
class PackedPoints {
 public:
  /// `points`: d x n, a point a column.
  explicit PackedPoints(const Matrix& points);
  Index size() const { return size_; }
  Index dimension() const { return dimension_; }
  /// The points 8 p .. 8 p + 7, feature by feature; zeros where there are fewer.
  const double* panel(Index p) const { return data_.data() + p * 8 * dimension_; }

 private:
  Index size_, dimension_;
  Vector data_;
};

/// into[(j - first) * stride + i] = k(a_i, points_j) for j in [first, last) and i in [begin,
/// a.size()), `begin` a multiple of 8. Squared distances come from the differences themselves, so
/// that close points far from the origin keep theirs and equal points are at exactly 0; an entry's
/// bits depend on its two points alone, but for k(x, y) and k(y, x), which are the same.
/// Exponentials are exact to a few units in the last place; none is below exp(-708). Runs on one
/// thread. Cost: O(d) for each entry.
void kernel_values(const Kernel& kernel, const PackedPoints& a, Index begin, const Matrix& points,
                   Index first, Index last, double* into, Index stride);

/// The lower triangle of the matrix of all k(points_i, points_j); what is above it, is arbitrary.
/// The same bits for any number of threads. `watch` hears of every thousand points or so.
Matrix kernel_matrix(const Kernel& kernel, const Matrix& points, int threads,
                     const WorkWatch& watch = {});

/// What keeps points (d x n) from having a kernel matrix, in words: values that are not finite, or
/// too large for it. Where there is nothing, all entries of all matrices between such points are
/// finite.
std::optional<std::string> trouble_with(const Kernel& kernel, const Matrix& points);

}  // namespace costruct
