#include "costruct/core/kernel/graph_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/kernel/cholesky_features.hpp"
#include "costruct/core/kernel/laplacian_inverse.hpp"

namespace costruct {
namespace {

constexpr double kScale = 10;

// The columns of the grounds, largest pivot first: sqrt(10 / sigma) v on their components.
CholeskyFactor columns_of_grounds(const NeighbourGraph& graph, const LaplacianInverse& inverse,
                                  const CholeskyLimits& limits) {
  std::vector<Index> order(inverse.grounds().size());
  for (std::size_t c = 0; c < order.size(); ++c) order[c] = static_cast<Index>(c);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return inverse.sigma()[a] < inverse.sigma()[b]; });
  CholeskyFactor factor;
  if (limits.rank && *limits.rank < static_cast<Index>(order.size())) {
    order.resize(*limits.rank);
    std::vector<bool> kept(inverse.grounds().size(), false);
    for (const Index c : order) kept[c] = true;
    for (Index i = 0; i < graph.size(); ++i) {
      const Index c = graph.component[i];
      if (!kept[c])
        factor.residual += kScale / inverse.sigma()[c] * inverse.v()[i] * inverse.v()[i];
    }
  }
  check_memory(graph.size(), static_cast<Index>(order.size()), limits);
  for (const Index c : order) {
    const double root = std::sqrt(kScale / inverse.sigma()[c]);
    Vector column(graph.size(), 0.0);
    for (Index i = 0; i < graph.size(); ++i) {
      if (graph.component[i] == c) column[i] = root * inverse.v()[i];
    }
    factor.pivots.push_back(inverse.grounds()[c]);
    factor.columns.push_back(std::move(column));
    factor.roots.push_back(root);
  }
  return factor;
}

}  // namespace

GraphFeatures::GraphFeatures(const GraphKernel& kernel, const Points& points, Index dimension,
                             Vector coordinates)
    : kernel_(kernel), dimension_(dimension), coordinates_(std::move(coordinates)) {
  for (Index i = 0; i < points.size(); ++i) points_.insert(points[i]);
  COSTRUCT_ASSERT(points_.points().size() == points.size(), "the points are different");
  COSTRUCT_ASSERT(static_cast<Index>(coordinates_.size()) == points.size() * dimension,
                  "a row for each point");
}

void GraphFeatures::append(PointView point, FeatureTable& table) const {
  const auto known = points_.find(point);
  if (!known) {
    throw DataError(
        "an input that is not in the graph of the kernel: a graph kernel cannot "
        "predict new inputs. Name them under `unlabeled` or `test` of the config and "
        "train again");
  }
  const auto row = coordinates_.begin() + *known * dimension_;
  append_dense(Vector(row, row + dimension_), table);
}

CholeskyFactor factorize_graph(const GraphKernel& kernel, const Points& points,
                               std::optional<Index> rank, double bytes, double bytes_per_column,
                               const WorkWatch& watch) {
  const NeighbourGraph graph = kernel.edges == GraphEdges::kShared
                                   ? shared_feature_graph(points, bytes)
                                   : neighbour_graph(points, kernel.neighbours, bytes, watch);
  watch_step(watch, {"factorising the Laplacian of the graph", ""});
  const LaplacianInverse inverse(graph, kernel.rho, bytes);
  for (const double sigma : inverse.sigma()) {
    if (!std::isfinite(kScale / sigma))
      throw DataError(
          fmt::format("kernel.rho = {}: too small, 10 / rho is not finite", kernel.rho));
  }
  const double of_factor = static_cast<double>(points.size()) * sizeof(double);
  CholeskyLimits limits;
  limits.rank = rank;
  limits.bytes =
      points.size() == 0 ? bytes : (bytes - inverse.bytes()) * of_factor / bytes_per_column;
  CholeskyFactor factor = columns_of_grounds(graph, inverse, limits);

  limits.given = static_cast<Index>(factor.columns.size());
  watch_step(watch, {"the diagonal of its inverse", ""});
  Vector diagonal = inverse.grounded_diagonal();
  for (double& d : diagonal) d *= kScale;
  CholeskyFactor rest = pivoted_cholesky(
      std::move(diagonal),
      [&](Index pivot, VectorRef column) {
        inverse.grounded_column(pivot, column);
        for (double& k : column) k *= kScale;
      },
      limits, watch);
  factor.pivots.insert(factor.pivots.end(), rest.pivots.begin(), rest.pivots.end());
  factor.roots.insert(factor.roots.end(), rest.roots.begin(), rest.roots.end());
  std::move(rest.columns.begin(), rest.columns.end(), std::back_inserter(factor.columns));
  factor.residual += rest.residual;
  return factor;
}

GraphFeatures graph_features_of(const GraphKernel& kernel, const Points& points,
                                const CholeskyFactor& factor) {
  Vector coordinates;
  coordinates.reserve(static_cast<std::size_t>(points.size()) * factor.columns.size());
  for (Index i = 0; i < points.size(); ++i) {
    for (const Vector& column : factor.columns) coordinates.push_back(column[i]);
  }
  return {kernel, points, static_cast<Index>(factor.columns.size()), std::move(coordinates)};
}

}  // namespace costruct
