// Points: the features psi(x_t) of parts, in the sparse form that kernels take.
#pragma once

#include <optional>
#include <unordered_map>

#include "costruct/core/feature_table.hpp"

namespace costruct {

/// A reference to a point: ascending feature ids, each once, with values that are not zero.
struct PointView {
  std::span<const std::int32_t> feature;
  std::span<const double> value;
};

/// A point that owns its entries. Reuse it as a buffer to read many points.
struct Point {
  std::vector<std::int32_t> feature;
  std::vector<double> value;
  operator PointView() const { return {feature, value}; }
};

/// Reads a part of a table into `point`, in place of what it has. Adds the values of a repeated id
/// in their order, and drops zeros.
void read_point(const FeatureTable& table, Index part, Point& point);

/// Points in compressed rows.
class Points {
 public:
  Index size() const { return static_cast<Index>(begin_.size()) - 1; }
  /// The view is valid until the next add().
  PointView operator[](Index i) const {
    const auto count = static_cast<std::size_t>(begin_[i + 1] - begin_[i]);
    return {{feature_.data() + begin_[i], count}, {value_.data() + begin_[i], count}};
  }
  /// Appends a copy of the point.
  void add(PointView point);

  /// The rows, for files: point i has the entries [begin()[i], begin()[i + 1]).
  std::span<const Index> begin() const { return begin_; }
  std::span<const std::int32_t> feature() const { return feature_; }
  std::span<const double> value() const { return value_; }

 private:
  std::vector<Index> begin_{0};
  std::vector<std::int32_t> feature_;
  std::vector<double> value_;
};

/// A set of different points, numbered in the order of their insertion.
class PointSet {
 public:
  const Points& points() const { return points_; }
  /// The number of an equal point; nullopt if none exists.
  std::optional<Index> find(PointView point) const;
  /// The number of an equal point. A new point is added and gets the next number.
  Index insert(PointView point);

 private:
  Points points_;
  std::unordered_multimap<std::uint64_t, Index> by_hash_;  // only looked up, never iterated over
};

/// The different points among parts, in the order of their first appearance.
struct DistinctPoints {
  Points points;
  std::vector<Index> of_part;  ///< number of each part's point
};

/// The different points among the parts 0..num_parts - 1 of a table. Cost: expected linear in the
/// number of entries.
DistinctPoints distinct_points(const FeatureTable& table, Index num_parts);

/// <a, b>, summed in ascending order of the features; the same bits as dot(b, a).
double dot(PointView a, PointView b);

/// ||a - b||^2, computed from the differences, so that it is accurate for close points far from the
/// origin. The same bits as squared_distance(b, a), and exactly 0 for equal points.
double squared_distance(PointView a, PointView b);

/// Throws a DataError that says that the values of these points are too large for a finite kernel.
[[noreturn]] void refuse_too_large(const Points& points);

/// The mean squared distance of the points x_i of the parts 0..n - 1 of a table, n = num_parts:
///   n^-2 sum_ij ||x_i - x_j||^2.
/// Equal parts count each time. It is twice the trace of their covariance; 0 without parts. Cost:
/// linear in the number of entries.
double mean_squared_distance(const FeatureTable& table, Index num_parts);

}  // namespace costruct
