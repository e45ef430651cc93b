// Points as dense rows: made at random, as data of a problem, and their binary SVM by the dense
// interior point method.
#pragma once

#include <numeric>

#include "support/dense_qp.hpp"
#include "support/fits.hpp"
#include "support/labeled_data.hpp"

namespace costruct::test {

using PointRows = std::vector<Vector>;  // one row each

inline PartData part_data(const PointRows& points, Index columns, std::vector<std::string> labels) {
  PartData data;
  data.labels = std::move(labels);
  FeatureTable table;
  table.num_features = columns;
  for (const Vector& x : points) {
    for (Index j = 0; j < columns; ++j) {
      if (x[j] == 0) continue;
      table.feature.push_back(static_cast<std::int32_t>(j));
      table.value.push_back(x[j]);
    }
    table.end_part();
    table.end_example();
  }
  data.views.push_back(std::move(table));
  return data;
}

inline double inner(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The minimum of 1/2 |w|^2 + sum_i c_i max(0, 1 - y_i <w, x_i>), by the dense interior point
/// method.
inline DenseSolution dense_svm(const PointRows& points, const std::vector<int>& y,
                               const Vector& costs, Index columns) {
  DenseQp qp;
  qp.dimension = columns;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (costs[i] == 0) continue;
    const Index slack = static_cast<Index>(qp.costs.size());
    Vector a = points[i];
    for (double& each : a) each *= y[i];
    qp.constraints.push_back({slack, a, 1});
    qp.constraints.push_back({slack, Vector(columns, 0.0), 0});
    qp.costs.push_back(costs[i]);
  }
  if (qp.costs.empty()) return {Vector(columns, 0.0), 0, 0};
  return solve_dense(qp);
}

inline PointRows random_points(Index count, Index columns, Dice& dice,
                               Numbers numbers = Numbers::kReals) {
  PointRows points;
  for (Index i = 0; i < count; ++i) points.push_back(dice.vector(columns, numbers));
  return points;
}

/// One label and weight per point; labeled are those with a weight.
inline Sample sample_of(const std::vector<int>& labels, const Vector& weights, Index count) {
  Sample sample;
  for (Index i = 0; i < static_cast<Index>(labels.size()); ++i) {
    sample.labeled.push_back({i, {{labels[i]}}, weights[i]});
  }
  for (Index i = static_cast<Index>(labels.size()); i < count; ++i) sample.unlabeled.push_back(i);
  return sample;
}

/// Two long clusters at x_1 = -3 and 3; the two labeled points suggest a boundary across both.
struct TwoClusters {
  explicit TwoClusters(Index unlabeled) {
    Dice dice(5);
    points = {{0.5, 2}, {-0.5, -2}};
    truth = {0, 1};
    for (Index j = 0; j < unlabeled; ++j) {
      const int sign = j % 2 == 0 ? 1 : -1;
      points.push_back({sign * (3 + 0.2 * dice.real()), 2 * dice.real()});
      truth.push_back(sign > 0 ? 0 : 1);
    }
  }
  Index wrong(const Views& views, const Vector& w) const {
    Index count = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      count += views.joint().decode(static_cast<Index>(i), w).output.parts[0] != truth[i];
    }
    return count;
  }
  Views views() const {
    return make_views("multiclass", Json::object(), part_data(points, 2, {"a", "b"}));
  }
  Sample sample() const { return sample_of({0, 1}, {1, 1}, static_cast<Index>(points.size())); }

  PointRows points;
  std::vector<int> truth;
};

}  // namespace costruct::test
