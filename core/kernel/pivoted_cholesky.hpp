// Pivoted Cholesky factors K ~ L L^T of kernel matrices, without storing the matrices.
//
// The factor grows by one column at a time. The pivot p of column j is the point with the largest
// residual
//   d_i = K_ii - sum_m L_im^2.
// Its column is
//   L_ij = (K_ij - sum_{m<j} L_im L_pm) / sqrt(d_p),
// where K_ij is the kernel of point i and the pivot of column j. The residual K - L L^T is positive
// semidefinite, so each of its entries is at most its trace sum_i d_i. The trace falls with every
// column.
#pragma once

#include <functional>
#include <optional>

#include "costruct/core/types.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// When a factorisation ends, and how much memory it may take.
struct CholeskyLimits {
  /// The most columns. Absent: as many as the tolerance needs.
  std::optional<Index> rank = std::nullopt;
  /// The factorisation ends when sum_i d_i <= tolerance * sum_i K_ii. Absent: n times the machine
  /// epsilon, i.e. full rank up to rounding.
  ///
  /// The kernel value of a new point outside the span of the pivots has a larger error. It can be
  /// the product of the square roots of both points' residuals. A generous tolerance can therefore
  /// give large errors for such points.
  std::optional<double> tolerance = std::nullopt;
  double bytes = 1e18;  ///< the most bytes of all columns together
  Index given = 0;      ///< Columns that the caller already has. `rank` and `bytes` include them.
};

/// A factor L and its pivots.
struct CholeskyFactor {
  std::vector<Index> pivots;    ///< in order; among equal residuals the smallest point
  std::vector<Vector> columns;  ///< columns of L: one per pivot, n entries each
  Vector roots;                 ///< sqrt(d_p) of each pivot: the diagonal of L up to its last bit
  double residual = 0;          ///< sum_i d_i
};

/// Throws DataError if this many columns of n entries take more than limits.bytes.
void check_memory(Index n, Index columns, const CholeskyLimits& limits);

/// Factorises the n x n matrix with this diagonal; `column_of(p, column)` must fill in column p.
/// All entries must be finite. A matrix of rank r gives r columns, or a few more or less by
/// rounding. Throws DataError if the columns take more than limits.bytes. Calls `watch` for every
/// pivot. Cost: n r^2 / 2 multiplications, n r doubles, r columns of the matrix.
CholeskyFactor pivoted_cholesky(Vector diagonal,
                                const std::function<void(Index pivot, VectorRef column)>& column_of,
                                const CholeskyLimits& limits, const WorkWatch& watch = {});

}  // namespace costruct
