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

/// When a factorisation of an n x n matrix ends, and how much memory it may take. It ends at `rank`
/// columns or when the residual is within the tolerance, whichever comes first.
struct CholeskyLimits {
  /// The most columns. Absent: as many as the tolerance needs.
  std::optional<Index> rank = std::nullopt;
  /// The factorisation ends when sum_i d_i <= tolerance * sum_i K_ii. Absent: n times the machine
  /// epsilon, i.e. full rank up to rounding.
  ///
  /// Kernel values of a new point outside the span of the pivots have larger errors. Such an error
  /// can be as large as the square root of the product of both points' residuals. A large tolerance
  /// can therefore give large errors for such points.
  std::optional<double> tolerance = std::nullopt;
  double bytes = 1e18;  ///< the most bytes of all columns together
  /// The number of columns that the caller has computed before, by other means. `rank` and `bytes`
  /// include them.
  Index given = 0;
};

/// A factor L and its pivots.
struct CholeskyFactor {
  /// The points that are pivots, in the order of the columns. Among points with equal residuals the
  /// one with the smallest number is the pivot.
  std::vector<Index> pivots;
  std::vector<Vector> columns;  ///< columns of L: one per pivot, n entries each
  Vector roots;                 ///< sqrt(d_p) of each pivot: the diagonal of L up to its last bit
  double residual = 0;          ///< sum_i d_i after the last column
};

/// Throws DataError if this many columns of n entries take more than limits.bytes. The message
/// advises a lower kernel.rank.
void check_memory(Index n, Index columns, const CholeskyLimits& limits);

/// Factorises the positive semidefinite n x n matrix with this diagonal. `column_of(p, column)`
/// must write column p of the matrix, n entries. All entries must be finite. A matrix of rank r
/// gives r columns, or a few more or fewer because of rounding.
///
/// Throws DataError if the columns take more than limits.bytes. Calls `watch` for every pivot.
/// Cost: n r^2 / 2 multiplications, memory for n r doubles, and r calls of `column_of`.
CholeskyFactor pivoted_cholesky(Vector diagonal,
                                const std::function<void(Index pivot, VectorRef column)>& column_of,
                                const CholeskyLimits& limits, const WorkWatch& watch = {});

}  // namespace costruct
