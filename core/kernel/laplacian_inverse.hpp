// The inverse of A = L + rho I for the Laplacian L of a graph, without cancellation.
//
// A is nearly singular: on each connected component the constant vector is an eigenvector with the
// small eigenvalue rho > 0. Take a component with n points and define
//   g  one of its points, its ground
//   a  the column of A between the other points and g
//   B  A without the row and the column of g
// B is well conditioned. Block elimination gives
//   (A^-1)_ij = (B^-1)_ij + v_i v_j / sigma,   B v = -a,  v_g = 1,  sigma = rho * sum_i v_i,
// with zeros for g in B^-1 and between different components.
//
// sigma = A_gg - <a, v> is the pivot of g. The formula with rho follows because the rows of A sum
// to rho. B is an M-matrix: its Cholesky factor has no positive entry off the diagonal. Therefore
// all sums in solves, and in the recurrence for the diagonal, add numbers of one sign.
#pragma once

#include <memory>

#include "costruct/core/kernel/neighbour_graph.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The inverse for one graph, by the formula at the top of this file. After construction, read
/// sigma(), v(), and the diagonal and columns of B^-1.
class LaplacianInverse {
 public:
  /// Computes the sparse Cholesky factor of B for every component. The ground of a component is its
  /// first point. `rho` must be > 0, and `graph` must outlive this object. Throws DataError if the
  /// factor takes more than `bytes`.
  LaplacianInverse(const NeighbourGraph& graph, double rho, double bytes);
  ~LaplacianInverse();

  /// The bytes of the factor, including those that grounded_diagonal() needs.
  double bytes() const;

  /// The ground of each component, in the order of NeighbourGraph::component.
  const std::vector<Index>& grounds() const { return grounds_; }
  /// sigma of each component, in the same order.
  const Vector& sigma() const { return sigma_; }
  /// v of each point.
  const Vector& v() const { return v_; }

  /// Returns the diagonal of B^-1, an entry for each point; 0 for grounds. This costs about as much
  /// as the factor: sum_j c_j^2 multiplications, where column j of the factor has c_j entries.
  Vector grounded_diagonal() const;
  /// Writes column `point` of B^-1 to `column`, which has an entry for each point; 0 for grounds.
  /// `point` must not be a ground. Cost: two multiplications for each entry of the factor.
  void grounded_column(Index point, VectorRef column) const;

 private:
  struct Factor;
  const NeighbourGraph& graph_;
  std::vector<Index> grounds_;
  std::vector<Index> row_;  // row of each point in B; -1 for grounds
  Vector sigma_, v_;
  std::unique_ptr<Factor> factor_;
};

}  // namespace costruct
