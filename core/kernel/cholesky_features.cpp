#include "costruct/core/kernel/cholesky_features.hpp"

#include <cmath>

namespace costruct {

CholeskyFeatures::CholeskyFeatures(const Kernel& kernel, Points landmarks, Vector triangle)
    : kernel_(kernel), landmarks_(std::move(landmarks)), triangle_(std::move(triangle)) {
  COSTRUCT_ASSERT(
      static_cast<Index>(triangle_.size()) == landmarks_.size() * (landmarks_.size() + 1) / 2,
      "a triangle with a row per landmark");
}

Vector CholeskyFeatures::coordinates(PointView point) const {
  const Index r = dimension();
  Vector z(r);
  for (Index j = 0; j < r; ++j) z[j] = kernel_(point, landmarks_[j]);
  const double* column = triangle_.data();
  for (Index m = 0; m < r; ++m) {
    z[m] /= column[0];
    for (Index j = m + 1; j < r; ++j) z[j] -= column[j - m] * z[m];
    column += r - m;
  }
  return z;
}

void CholeskyFeatures::append(PointView point, FeatureTable& table) const {
  append_dense(coordinates(point), table);
}

void append_dense(const Vector& coordinates, FeatureTable& table) {
  for (std::size_t j = 0; j < coordinates.size(); ++j)
    table.feature.push_back(static_cast<std::int32_t>(j));
  table.value.insert(table.value.end(), coordinates.begin(), coordinates.end());
}

CholeskyFactor factorize(const Kernel& kernel, const Points& points, const CholeskyLimits& limits,
                         const WorkWatch& watch) {
  Vector diagonal(points.size());
  double trace = 0;
  for (Index i = 0; i < points.size(); ++i) {
    diagonal[i] = kernel(points[i], points[i]);
    trace += diagonal[i];
  }
  // |k(x, x')|^2 <= k(x, x) k(x', x'): if the diagonal is finite, all entries are.
  if (!std::isfinite(trace)) refuse_too_large(points);
  const auto column_of = [&](Index pivot, VectorRef column) {
    for (Index i = 0; i < points.size(); ++i) column[i] = kernel(points[i], points[pivot]);
  };
  return pivoted_cholesky(std::move(diagonal), column_of, limits, watch);
}

CholeskyFeatures features_of(const Kernel& kernel, const Points& points,
                             const CholeskyFactor& factor) {
  Points landmarks;
  Vector triangle;
  const std::size_t r = factor.pivots.size();
  triangle.reserve(r * (r + 1) / 2);
  for (const Index pivot : factor.pivots) landmarks.add(points[pivot]);
  for (std::size_t m = 0; m < r; ++m) {
    triangle.push_back(factor.roots[m]);
    for (std::size_t j = m + 1; j < r; ++j) triangle.push_back(factor.columns[m][factor.pivots[j]]);
  }
  return {kernel, std::move(landmarks), std::move(triangle)};
}

}  // namespace costruct
