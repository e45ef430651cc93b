// Dense linear algebra on tiles, by OpenBLAS. Each call runs on one thread. To use several threads,
// cut a matrix into tiles whose borders depend only on its size. The results then have the same
// bits for any number of threads.
//
// Matrices are stored column by column, with `stride` entries from the start of one column to the
// start of the next. Only the lower triangle of symmetric and triangular matrices is read and
// written. The matrix that a call writes must not overlap the others in memory.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::blas {

/// A matrix, or a tile of one. It does not own its entries.
struct Tile {
  double* data = nullptr;
  Index stride = 1;  ///< entries from the start of one column to the start of the next
};
/// A matrix or tile that is only read.
struct ConstTile {
  const double* data = nullptr;
  Index stride = 1;
  ConstTile() = default;
  ConstTile(const double* entries, Index distance) : data(entries), stride(distance) {}
  ConstTile(Tile tile) : data(tile.data), stride(tile.stride) {}
};

/// C (m x n) += factor A B^T, where A is m x k and B is n x k.
void add_product_transposed(Index m, Index n, Index k, double factor, ConstTile a, ConstTile b,
                            Tile c);

/// C (n x n, symmetric) += factor A A^T, where A is n x k.
void add_outer_product(Index n, Index k, double factor, ConstTile a, Tile c);

/// Replaces A (n x n, symmetric) by the lower triangular L with A = L L^T. Returns false if a pivot
/// is not positive or is NaN; the contents of A are then undefined.
bool cholesky(Index n, Tile a);

/// Replaces B (m x n) by B L^-T, where L is n x n lower triangular.
void solve_from_right_transposed(Index m, Index n, ConstTile l, Tile b);

/// Replaces B (n x m) by L^-1 B, where L is n x n lower triangular.
void solve(Index n, Index m, ConstTile l, Tile b);
/// Replaces B (n x m) by L^-T B, where L is n x n lower triangular.
void solve_transposed(Index n, Index m, ConstTile l, Tile b);

/// Replaces the columns of A (m x n, m >= n) by orthonormal columns with the same span, by
/// Householder reflections. If the columns are linearly dependent, the span of the result contains
/// theirs.
void make_orthonormal(Index m, Index n, Tile a);

/// Returns the eigenvalues of A (n x n, symmetric) in ascending order. Replaces the columns of A by
/// its orthonormal eigenvectors in the same order. All entries of A must be finite.
Vector symmetric_eigen(Index n, Tile a);

}  // namespace costruct::blas
