// Dense linear algebra on tiles, by OpenBLAS. One call runs on one thread: who wants several cuts a
// matrix into tiles whose borders depend on its size alone, so that the bits do not depend on the
// number of threads.
//
// Matrices stand column by column, `stride` entries from one column to the next; of symmetric and
// triangular ones only the lower triangle is read and written.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::blas {

/// A matrix, or a tile of one.
struct Tile {
  double* data = nullptr;
  Index stride = 1;
};
struct ConstTile {
  const double* data = nullptr;
  Index stride = 1;
  ConstTile() = default;
  ConstTile(const double* entries, Index distance) : data(entries), stride(distance) {}
  ConstTile(Tile tile) : data(tile.data), stride(tile.stride) {}
};

/// C (m x n) += factor A B^T, A is m x k, B is n x k.
void add_product_transposed(Index m, Index n, Index k, double factor, ConstTile a, ConstTile b,
                            Tile c);

/// C (n x n, symmetric) += factor A A^T, A is n x k.
void add_outer_product(Index n, Index k, double factor, ConstTile a, Tile c);

/// A = L L^T in place, n x n; false where a pivot is not positive, or not a number.
bool cholesky(Index n, Tile a);

/// B (m x n) = B L^-T, L is n x n lower triangular.
void solve_from_right_transposed(Index m, Index n, ConstTile l, Tile b);

/// B (n x m) = L^-1 B, respectively L^-T B.
void solve(Index n, Index m, ConstTile l, Tile b);
void solve_transposed(Index n, Index m, ConstTile l, Tile b);

/// Replaces the columns of A (m x n, m >= n) by orthonormal ones that span the same, by Householder
/// reflections; where they depend on each other, by these and others.
void make_orthonormal(Index m, Index n, Tile a);

/// The eigenvalues of A (n x n, symmetric), ascending; the columns of A become its eigenvectors.
Vector symmetric_eigen(Index n, Tile a);

}  // namespace costruct::blas
