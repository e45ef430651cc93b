// Cholesky factors of dense symmetric positive definite matrices, on several threads.
#pragma once

#include "costruct/core/linear_algebra/matrix.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// Replaces the lower triangle of a (n x n) by L with a = L L^T; the upper one is neither read nor
/// written. False, and a in pieces, where a is not positive definite to working precision: a pivot
/// at most n times the machine epsilon of the diagonal entry it is left of, or not a number. The
/// same bits for any number of threads. `watch` hears of every column of tiles, on any thread, and
/// where it throws, a is in pieces. Cost: n^3 / 3 multiplications, a tile at a time.
bool cholesky(Matrix& a, int threads, const WorkWatch& watch = {});

/// x = (L L^T)^-1 x in place, L from cholesky(). Cost: 2 n^2.
void solve_cholesky(const Matrix& factor, VectorRef x);

}  // namespace costruct
