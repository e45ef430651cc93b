// Explicit features of a graph kernel. Only the points of the graph have features. The kernel
// matrix is
//   K = 10 (L + rho I)^-1,
// where L = D - W is the Laplacian of a graph. The graph joins nearest neighbours, or points with a
// common feature. Source: Brefeld 2008, section 7.4.3, after Lafferty et al. 2004.
//
// The first pivots of the Cholesky factor are one point of each connected component (see
// LaplacianInverse). Their columns account for the eigenvalues of nearly 10 / rho, and the rest of
// the matrix is factorised without these. Therefore the small eigenvalues, which can be ten million
// times smaller, are exact up to rounding.
#pragma once

#include "costruct/core/kernel/kernel.hpp"
#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/kernel/pivoted_cholesky.hpp"

namespace costruct {

/// The parameters of a graph kernel.
struct GraphKernel {
  Index neighbours = 10;  ///< k >= 1: each point is joined to its k nearest neighbours
  double rho = 1e-6;      ///< > 0, added to the diagonal of the Laplacian
  GraphEdges edges = GraphEdges::kNearest;  ///< kShared: `neighbours` is not used
};

/// The features of the points of a graph. append() throws DataError for any other point. Make them
/// with graph_features_of(); the constructor makes them from stored values.
class GraphFeatures final : public KernelFeatures {
 public:
  /// `coordinates` has a row of `dimension` numbers for each point. All points must be different.
  GraphFeatures(const GraphKernel& kernel, const Points& points, Index dimension,
                Vector coordinates);

  const GraphKernel& kernel() const { return kernel_; }
  Index dimension() const override { return dimension_; }
  void append(PointView point, FeatureTable& table) const override;

  const Points& points() const { return points_.points(); }
  const Vector& coordinates() const { return coordinates_; }

 private:
  GraphKernel kernel_;
  PointSet points_;
  Index dimension_;
  Vector coordinates_;
};

/// Factorises the kernel matrix of `points`, all points of the data. All points must be different.
/// Throws DataError if the memory limit is too small, a distance is too large, or 10 / rho is not
/// finite. Calls `watch` for every point and every pivot.
/// @param rank              the most columns; absent: as many as the full rank needs
/// @param bytes             limit of the memory for the graph, its sparse factor and the columns
/// @param bytes_per_column  bytes that each column takes in all: in the result, and in what the
///                          caller makes of the result
CholeskyFactor factorize_graph(const GraphKernel& kernel, const Points& points,
                               std::optional<Index> rank, double bytes, double bytes_per_column,
                               const WorkWatch& watch = {});

/// Returns the explicit features of the points: row i of the factor is that of point i.
GraphFeatures graph_features_of(const GraphKernel& kernel, const Points& points,
                                const CholeskyFactor& factor);

}  // namespace costruct
