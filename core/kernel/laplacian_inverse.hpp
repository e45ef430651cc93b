// The inverse of A = L + rho I for the Laplacian L of a graph, without cancellation.
//
// A is nearly singular: on each component the constant vector has the eigenvalue rho. Take a
// component with n points and define
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

/// The inverse for one graph; see the top of this file. After construction, read sigma() and v(),
/// and the diagonal and columns of B^-1.
class LaplacianInverse {
 public:
  /// Factorises B of every component by sparse Cholesky. The ground of a component is its first
  /// point. `graph` must outlive this object. Throws DataError if the factor takes more than
  /// `bytes`.
  LaplacianInverse(const NeighbourGraph& graph, double rho, double bytes);
  ~LaplacianInverse();

  /// Bytes of the factor, including those that grounded_diagonal() needs.
  double bytes() const;

  /// The ground of each component.
  const std::vector<Index>& grounds() const { return grounds_; }
  /// sigma of each component.
  const Vector& sigma() const { return sigma_; }
  /// v of each point.
  const Vector& v() const { return v_; }

  /// The diagonal of B^-1; 0 for grounds. Cost: about that of the factor, i.e. sum_j c_j^2
  /// multiplications for columns of c_j entries.
  Vector grounded_diagonal() const;
  /// Column `point` of B^-1, for a point that is not a ground. Cost: two multiplications for each
  /// entry of the factor.
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
