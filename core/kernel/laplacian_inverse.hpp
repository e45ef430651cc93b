// The inverse of A = L + rho I for the Laplacian L of a graph, without cancellation.
//
// A is all but singular: on each component the constant vector has the eigenvalue rho. Let g be a
// point of a component with n points, its ground, a the column of A between the others and g, and B
// what is left of A without the row and the column of g. B is well conditioned, and by block
// elimination
//
//   (A^-1)_ij = (B^-1)_ij + v_i v_j / sigma,   B v = -a,  v_g = 1,  sigma = rho * sum_i v_i,
//
// with zeros for g in B^-1 and between different components. (sigma = A_gg - <a, v> is the pivot of
// g; it is also what rows of A, which sum to rho, make of it.) B is an M-matrix: its Cholesky
// factor has no positive entry off the diagonal, so that all sums of solves and of the recurrence
// for the diagonal are of numbers of one sign.
#pragma once

#include <memory>

#include "costruct/core/kernel/neighbour_graph.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

class LaplacianInverse {
 public:
  /// Factorises B of every component by sparse Cholesky, the first point of each being its ground.
  /// `graph` must outlive this. Throws DataError where the factor would take more than `bytes`.
  LaplacianInverse(const NeighbourGraph& graph, double rho, double bytes);
  ~LaplacianInverse();

  /// What the factor takes, with the diagonal of B^-1 at hand.
  double bytes() const;

  /// The ground of each component.
  const std::vector<Index>& grounds() const { return grounds_; }
  /// sigma of each component; v of each point.
  const Vector& sigma() const { return sigma_; }
  const Vector& v() const { return v_; }

  /// The diagonal of B^-1, 0 for grounds. Cost: about that of the factor, sum_j c_j^2
  /// multiplications for columns of c_j entries.
  Vector grounded_diagonal() const;
  /// Column `point` of B^-1, for a point that is no ground. Cost: two multiplications an entry of
  /// the factor.
  void grounded_column(Index point, VectorRef column) const;

 private:
  struct Factor;
  const NeighbourGraph& graph_;
  std::vector<Index> grounds_;
  std::vector<Index> row_;  // of B for each point; -1 for grounds
  Vector sigma_, v_;
  std::unique_ptr<Factor> factor_;
};

}  // namespace costruct
