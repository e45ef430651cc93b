// Pivoted Cholesky factors of kernel matrices, without the matrices.
//
//   K ~ L L^T, a column at a time: the pivot is the point with the largest residual d_i = K_ii -
//   sum_m L_im^2, its column  L_ij = (K_ij - sum_{m<j} L_im L_pm) / sqrt(d_p).  The residual K - L
//   L^T is positive semidefinite, so that each of its entries is at most its trace sum_i d_i, which
//   falls with every column.
#pragma once

#include <functional>
#include <optional>

#include "costruct/core/types.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

struct CholeskyLimits {
  std::optional<Index> rank =
      std::nullopt;  ///< columns at most; absent: as many as the tolerance asks for
  /// Ends when sum_i d_i <= tolerance * sum_i K_ii. Absent: n times the machine epsilon, full rank
  /// but for rounding. A new point x off the span of the pivots errs by the roots of its own and
  /// the other's residual, so that a generous tolerance is not small to it.
  std::optional<double> tolerance = std::nullopt;
  double bytes = 1e18;  ///< of all columns together, at most
  Index given = 0;  ///< columns that the caller has already: `rank` and `bytes` are of them, too
};

struct CholeskyFactor {
  std::vector<Index> pivots;    ///< in their order; ties of the residual go to the smallest
  std::vector<Vector> columns;  ///< of L, n entries each, one per pivot
  Vector roots;         ///< sqrt(d_p) of each pivot: the diagonal of L, but for its last bit
  double residual = 0;  ///< sum_i d_i
};

/// Throws DataError where that many columns of n entries take more than limits.bytes.
void check_memory(Index n, Index columns, const CholeskyLimits& limits);

/// Factorises the n x n matrix of which `diagonal` is given and `column_of(p, column)` fills in
/// column p. All entries must be finite. A matrix of rank r gives r columns (or a few more or less,
/// by rounding). Throws DataError where the columns would take more than limits.bytes. `watch`
/// hears of every pivot. Cost: n r^2 / 2 multiplications, n r doubles, r columns of the matrix.
CholeskyFactor pivoted_cholesky(Vector diagonal,
                                const std::function<void(Index pivot, VectorRef column)>& column_of,
                                const CholeskyLimits& limits, const WorkWatch& watch = {});

}  // namespace costruct
