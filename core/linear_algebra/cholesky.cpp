// A tile (i, j) of L is computed by these updates, in this order:
//   A_ij -= L_ik L_jk^T for k = 0 .. j - 1, then  L_jj = cholesky(A_jj),  L_ij = A_ij L_jj^-T.
// Tasks wait for each other by the tiles that they read and write. So the order is the same for any
// number of threads. The borders of tiles depend only on n.
#include "costruct/core/linear_algebra/cholesky.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <string>

#include "costruct/core/linear_algebra/blas.hpp"

namespace costruct {
namespace {

constexpr Index kTile = 256;

blas::Tile tile_of(Matrix& a, Index i, Index j) {
  return {a.data.data() + j * kTile * a.rows + i * kTile, a.rows};
}

// Reports how much of the work is done before each column of tiles. Stores what the watch throws,
// because no exception may leave a task. Columns begin one after the other, but maybe on different
// threads.
class WatchedColumns {
 public:
  WatchedColumns(const WorkWatch& watch, Index n, Index tiles)
      : watch_(watch), stage_(fmt::format("solving {} x {}", n, n)), tiles_(tiles) {}

  // Reports the column. Returns whether to continue.
  bool begin(Index column) {
    const Index left = tiles_ - column, all = tiles_ * tiles_ * tiles_;
    try {
      watch_step(watch_, {stage_, "", all - left * left * left, all});
    } catch (...) {
      thrown_ = std::current_exception();
    }
    return !thrown_;
  }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  const WorkWatch& watch_;
  std::string stage_;
  Index tiles_;
  std::exception_ptr thrown_;
};

}  // namespace

bool cholesky(Matrix& a, int threads, const WorkWatch& watch) {
  const Index n = a.rows, tiles = (n + kTile - 1) / kTile;
  const auto size = [n](Index t) { return std::min(kTile, n - t * kTile); };
  Vector smallest(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    smallest[i] = static_cast<double>(n) * std::numeric_limits<double>::epsilon() * a(i, i);
  }
  WatchedColumns columns(watch, n, tiles);
  std::atomic<bool> definite{true};
  std::vector<char> marks(static_cast<std::size_t>(tiles * tiles));
  [[maybe_unused]] char* mark = marks.data();  // tasks wait for these: one per tile
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (Index k = 0; k < tiles; ++k) {
#pragma omp task depend(inout : mark[k * tiles + k]) priority(2)
    if (definite && !(columns.begin(k) && blas::cholesky(size(k), tile_of(a, k, k))))
      definite = false;
    for (Index i = k + 1; i < tiles; ++i) {
#pragma omp task depend(in : mark[k * tiles + k]) depend(inout : mark[i * tiles + k]) priority(1)
      if (definite) {
        blas::solve_from_right_transposed(size(i), size(k), tile_of(a, k, k), tile_of(a, i, k));
      }
    }
    for (Index j = k + 1; j < tiles; ++j) {
#pragma omp task depend(in : mark[j * tiles + k]) depend(inout : mark[j * tiles + j])
      if (definite)
        blas::add_outer_product(size(j), size(k), -1, tile_of(a, j, k), tile_of(a, j, j));
      for (Index i = j + 1; i < tiles; ++i) {
#pragma omp task depend(in                                                       \
                        : mark[i * tiles + k], mark[j * tiles + k]) depend(inout \
                                                                           : mark[i * tiles + j])
        if (definite) {
          blas::add_product_transposed(size(i), size(j), size(k), -1, tile_of(a, i, k),
                                       tile_of(a, j, k), tile_of(a, i, j));
        }
      }
    }
  }
  columns.rethrow();
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
