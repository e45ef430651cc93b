// A tile (i, j) of L, in its order of updates:
//   A_ij -= L_ik L_jk^T for k = 0 .. j - 1, then  L_jj = cholesky(A_jj),  L_ij = A_ij L_jj^-T.
// Tasks that wait for each other by the tiles they read and write do this in the same order for any number of
// threads; borders of tiles depend on n alone.
#include "costruct/core/linear_algebra/cholesky.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "costruct/core/linear_algebra/blas.hpp"

namespace costruct {
namespace {

constexpr Index kTile = 256;

blas::Tile tile_of(Matrix& a, Index i, Index j) {
  return {a.data.data() + j * kTile * a.rows + i * kTile, a.rows};
}

}  // namespace

bool cholesky(Matrix& a, int threads) {
  const Index n = a.rows, tiles = (n + kTile - 1) / kTile;
  const auto size = [n](Index t) { return std::min(kTile, n - t * kTile); };
  Vector smallest(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    smallest[i] = static_cast<double>(n) * std::numeric_limits<double>::epsilon() * a(i, i);
  }
  std::atomic<bool> definite{true};
  std::vector<char> marks(static_cast<std::size_t>(tiles * tiles));
  [[maybe_unused]] char* mark = marks.data();  // what tasks wait for: one a tile
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (Index k = 0; k < tiles; ++k) {
#pragma omp task depend(inout : mark[k * tiles + k]) priority(2)
    if (definite && !blas::cholesky(size(k), tile_of(a, k, k))) definite = false;
    for (Index i = k + 1; i < tiles; ++i) {
#pragma omp task depend(in : mark[k * tiles + k]) depend(inout : mark[i * tiles + k]) priority(1)
      if (definite) {
        blas::solve_from_right_transposed(size(i), size(k), tile_of(a, k, k), tile_of(a, i, k));
      }
    }
    for (Index j = k + 1; j < tiles; ++j) {
#pragma omp task depend(in : mark[j * tiles + k]) depend(inout : mark[j * tiles + j])
      if (definite) blas::add_outer_product(size(j), size(k), -1, tile_of(a, j, k), tile_of(a, j, j));
      for (Index i = j + 1; i < tiles; ++i) {
#pragma omp task depend(in : mark[i * tiles + k], mark[j * tiles + k]) depend(inout : mark[i * tiles + j])
        if (definite) {
          blas::add_product_transposed(size(i), size(j), size(k), -1, tile_of(a, i, k), tile_of(a, j, k),
                                       tile_of(a, i, j));
        }
      }
    }
  }
  if (!definite) return false;
  for (Index i = 0; i < n; ++i) {
    if (!(a(i, i) * a(i, i) > smallest[i])) return false;
  }
  return true;
}

void solve_cholesky(const Matrix& factor, VectorRef x) {
  const blas::ConstTile l{factor.data.data(), factor.rows};
  const blas::Tile column{x.data(), factor.rows};
  blas::solve(factor.rows, 1, l, column);
  blas::solve_transposed(factor.rows, 1, l, column);
}

}  // namespace costruct
