// Explicit features of a graph kernel: coordinates of the points of the graph, and of no others.
//
//   K = 10 (L + rho I)^-1,  L = D - W the Laplacian of the graph that joins nearest neighbours.
//
// The first pivots of the Cholesky factor are one point of each component (see LaplacianInverse):
// their columns hold the eigenvalues of nearly 10 / rho, and the rest is factorised without them.
// So the small eigenvalues, some ten millionths of those, are exact to rounding. Source: Brefeld
// 2008, section 7.4.3, after Lafferty et al. 2004.
#pragma once

#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/kernel/pivoted_cholesky.hpp"

namespace costruct {

struct GraphKernel {
  Index neighbours = 10;
  double rho = 1e-6;
};

class GraphFeatures final : public KernelFeatures {
 public:
  /// `coordinates` has a row of `dimension` numbers for each point; the points are different.
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

/// Factorises the kernel matrix of all points there are. Throws DataError where memory is too
/// small: the graph and the sparse factor take of `bytes` what they need, and columns of this
/// factor, `bytes_per_column` each with what is made of them, the rest.
CholeskyFactor factorize_graph(const GraphKernel& kernel, const Points& points,
                               std::optional<Index> rank, double bytes, double bytes_per_column,
                               const WorkWatch& watch = {});

/// The features that belong to a factor.
GraphFeatures graph_features_of(const GraphKernel& kernel, const Points& points,
                                const CholeskyFactor& factor);

}  // namespace costruct
