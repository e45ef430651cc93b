// Explicit features of a graph kernel. Only the points of the graph have features. The kernel
// matrix is
//   K = 10 (L + rho I)^-1,
// where L = D - W is the Laplacian of the graph of nearest neighbours. Source: Brefeld 2008,
// section 7.4.3, after Lafferty et al. 2004.
//
// The first pivots of the Cholesky factor are one point of each component (see LaplacianInverse).
// Their columns hold the eigenvalues of nearly 10 / rho; the rest is factorised without them. So
// the small eigenvalues, which can be ten million times smaller, are exact up to rounding.
#pragma once

#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/kernel/pivoted_cholesky.hpp"

namespace costruct {

/// The parameters of a graph kernel: k of the k nearest neighbours, and rho.
struct GraphKernel {
  Index neighbours = 10;
  double rho = 1e-6;
};

/// The features of the points of a graph. append() throws DataError for any other point.
class GraphFeatures final : public KernelFeatures {
 public:
  /// `coordinates` has a row of `dimension` numbers for each point. All points must differ.
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

/// Factorises the kernel matrix of `points`, which must be all points. Throws DataError if memory
/// is too small: the graph and its sparse factor take what they need of `bytes`. The rest is for
/// columns of the result. Each takes `bytes_per_column`, which includes what the caller makes from
/// the column.
CholeskyFactor factorize_graph(const GraphKernel& kernel, const Points& points,
                               std::optional<Index> rank, double bytes, double bytes_per_column,
                               const WorkWatch& watch = {});

/// The features that belong to a factor.
GraphFeatures graph_features_of(const GraphKernel& kernel, const Points& points,
                                const CholeskyFactor& factor);

}  // namespace costruct
