// Points: the observed features psi(x_t) of parts as kernels see them, sparse and in one form.
#pragma once

#include <optional>
#include <unordered_map>

#include "costruct/core/feature_table.hpp"

namespace costruct {

/// A look at a point: ascending feature ids, each once, with values that are not zero.
struct PointView {
  std::span<const std::int32_t> feature;
  std::span<const double> value;
};

/// A point of its own; a buffer when read again and again.
struct Point {
  std::vector<std::int32_t> feature;
  std::vector<double> value;
  operator PointView() const { return {feature, value}; }
};

/// Reads a part of a table into `point`: values of an id that is repeated add up in their order,
/// zeros go.
void read_point(const FeatureTable& table, Index part, Point& point);

/// Points in compressed rows.
class Points {
 public:
  Index size() const { return static_cast<Index>(begin_.size()) - 1; }
  PointView operator[](Index i) const {
    const auto count = static_cast<std::size_t>(begin_[i + 1] - begin_[i]);
    return {{feature_.data() + begin_[i], count}, {value_.data() + begin_[i], count}};
  }
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

/// Different points, numbered in the order of their insertion, and found again.
class PointSet {
 public:
  const Points& points() const { return points_; }
  /// The number of an equal point.
  std::optional<Index> find(PointView point) const;
  /// The number of an equal point, or of this one if it is new.
  Index insert(PointView point);

 private:
  Points points_;
  std::unordered_multimap<std::uint64_t, Index> by_hash_;  // only asked for points that are equal
};

/// The different points among parts, in the order of their first appearance.
struct DistinctPoints {
  Points points;
  std::vector<Index> of_part;  ///< which point a part is
};

/// Of the parts 0..num_parts - 1 of a table. Cost: expected linear in the entries.
DistinctPoints distinct_points(const FeatureTable& table, Index num_parts);

/// <a, b>, summed in ascending order of the features: the same bits as dot(b, a).
double dot(PointView a, PointView b);

/// ||a - b||^2 from the differences themselves, so that close points far from the origin keep their
/// distance; the same bits as squared_distance(b, a), and exactly 0 for equal points.
double squared_distance(PointView a, PointView b);

/// Throws DataError: the values of these points are too large for a kernel of them to be finite.
[[noreturn]] void refuse_too_large(const Points& points);

/// n^-2 sum_ij ||x_i - x_j||^2 over the parts 0..num_parts - 1 of a table, repeated ones as often
/// as they occur: twice the trace of their covariance. 0 without parts. Cost: linear in the
/// entries.
double mean_squared_distance(const FeatureTable& table, Index num_parts);

}  // namespace costruct
