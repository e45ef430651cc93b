// Dense linear algebra on tiles, by OpenBLAS. Each call runs on one thread. To use several threads,
// cut a matrix into tiles whose borders depend only on its size. The bits then do not depend on the
// number of threads.
//
// Matrices are stored column by column, with `stride` entries from one column to the next. Only the
// lower triangle of symmetric and triangular matrices is read and written.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::blas {

/// A matrix, or a tile of one.
struct Tile {
  double* data = nullptr;
  Index stride = 1;
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

/// Replaces A (n x n) by L with A = L L^T. Returns false if a pivot is not positive or is NaN.
bool cholesky(Index n, Tile a);

/// B (m x n) = B L^-T, where L is n x n lower triangular.
void solve_from_right_transposed(Index m, Index n, ConstTile l, Tile b);

/// B (n x m) = L^-1 B.
void solve(Index n, Index m, ConstTile l, Tile b);
/// B (n x m) = L^-T B.
void solve_transposed(Index n, Index m, ConstTile l, Tile b);

/// Replaces the columns of A (m x n, m >= n) by orthonormal columns with the same span, by
/// Householder reflections. If the columns are linearly dependent, the span of the result contains
/// theirs.
void make_orthonormal(Index m, Index n, Tile a);

/// The eigenvalues of A (n x n, symmetric), ascending. The columns of A are replaced by its
/// eigenvectors.
Vector symmetric_eigen(Index n, Tile a);

}  // namespace costruct::blas
