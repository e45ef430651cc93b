#include "costruct/core/kernel/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "costruct/core/error.hpp"
#include "costruct/core/random.hpp"

namespace costruct {
namespace {

void append_entry(Point& point, std::int32_t feature, double value) {
  point.feature.push_back(feature);
  point.value.push_back(value);
}

std::uint64_t hash_of(PointView point) {
  const auto bytes = [](const auto& span) {
    return std::string_view(reinterpret_cast<const char*>(span.data()), span.size_bytes());
  };
  return hash_bytes(bytes(point.value), hash_bytes(bytes(point.feature)));
}

bool equal(PointView a, PointView b) {
  return std::ranges::equal(a.feature, b.feature) && std::ranges::equal(a.value, b.value);
}

}  // namespace

void read_point(const FeatureTable& table, Index part, Point& point) {
  point.feature.clear();
  point.value.clear();
  table.for_entries(part, [&](std::int32_t feature, double value) {
    if (value != 0) append_entry(point, feature, value);
  });
  if (std::adjacent_find(point.feature.begin(), point.feature.end(), std::greater_equal<>()) ==
      point.feature.end())
    return;
  const Point given = std::exchange(point, {});
  std::vector<std::size_t> order(given.feature.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return given.feature[a] < given.feature[b];
  });
  for (std::size_t at = 0; at < order.size();) {
    const std::int32_t feature = given.feature[order[at]];
    double sum = 0;
    for (; at < order.size() && given.feature[order[at]] == feature; ++at)
      sum += given.value[order[at]];
    if (sum != 0) append_entry(point, feature, sum);
  }
}

void Points::add(PointView point) {
  feature_.insert(feature_.end(), point.feature.begin(), point.feature.end());
  value_.insert(value_.end(), point.value.begin(), point.value.end());
  begin_.push_back(static_cast<Index>(feature_.size()));
}

std::optional<Index> PointSet::find(PointView point) const {
  const auto [first, last] = by_hash_.equal_range(hash_of(point));
  const auto found = std::find_if(
      first, last, [&](const auto& entry) { return equal(points_[entry.second], point); });
  if (found == last) return std::nullopt;
  return found->second;
}

Index PointSet::insert(PointView point) {
  if (const auto known = find(point)) return *known;
  by_hash_.emplace(hash_of(point), points_.size());
  points_.add(point);
  return points_.size() - 1;
}

DistinctPoints distinct_points(const FeatureTable& table, Index num_parts) {
  PointSet known;
  std::vector<Index> of_part;
  of_part.reserve(num_parts);
  Point point;
  for (Index part = 0; part < num_parts; ++part) {
    read_point(table, part, point);
    of_part.push_back(known.insert(point));
  }
  return {known.points(), std::move(of_part)};
}

double dot(PointView a, PointView b) {
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < a.feature.size() && j < b.feature.size();) {
    if (a.feature[i] == b.feature[j]) {
      sum += a.value[i++] * b.value[j++];
    } else if (a.feature[i] < b.feature[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return sum;
}

double squared_distance(PointView a, PointView b) {
  double sum = 0;
  std::size_t i = 0, j = 0;
  while (i < a.feature.size() || j < b.feature.size()) {
    double difference = 0;
    if (j == b.feature.size() || (i < a.feature.size() && a.feature[i] < b.feature[j])) {
      difference = a.value[i++];
    } else if (i == a.feature.size() || b.feature[j] < a.feature[i]) {
      difference = b.value[j++];
    } else {
      difference = a.value[i++] - b.value[j++];
    }
    sum += difference * difference;
  }
  return sum;
}

void refuse_too_large(const Points& points) {
  double largest = 0;
  for (const double value : points.value()) largest = std::max(largest, std::abs(value));
  throw DataError(
      fmt::format("the feature values are too large for the kernel: the largest is {:g}, and norms "
                  "and products must be "
                  "finite; scale them down",
                  largest));
}

double mean_squared_distance(const FeatureTable& table, Index num_parts) {
  if (num_parts == 0) return 0;
  const auto n = static_cast<double>(num_parts);
  std::vector<double> mean(table.num_features, 0.0);
  std::vector<Index> count(table.num_features, 0);
  Point point;
  for (Index part = 0; part < num_parts; ++part) {
    read_point(table, part, point);
    for (std::size_t i = 0; i < point.feature.size(); ++i) {
      mean[point.feature[i]] += point.value[i];
      ++count[point.feature[i]];
    }
  }
  for (double& m : mean) m /= n;
  double sum = 0;
  for (Index part = 0; part < num_parts; ++part) {
    read_point(table, part, point);
    for (std::size_t i = 0; i < point.feature.size(); ++i) {
      const double difference = point.value[i] - mean[point.feature[i]];
      sum += difference * difference;
    }
  }
  for (Index j = 0; j < table.num_features; ++j)
    sum += static_cast<double>(num_parts - count[j]) * mean[j] * mean[j];
  return 2 * sum / n;
}

}  // namespace costruct
