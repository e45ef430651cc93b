// Cholesky factors of dense symmetric positive definite matrices, on several threads.
#pragma once

#include "costruct/core/linear_algebra/matrix.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// Replaces the lower triangle of a (n x n) by L with a = L L^T; the upper triangle is neither read
/// nor written.
///
/// Returns false if a is not positive definite to working precision; a is then partly overwritten.
/// This is the case if a pivot is NaN, or at most n times the machine epsilon of the diagonal entry
/// that it came from. The bits are the same for any number of threads.
///
/// Calls `watch` for every column of tiles, from any thread. If `watch` throws, a is partly
/// overwritten. Cost: n^3 / 3 multiplications, one tile at a time.
bool cholesky(Matrix& a, int threads, const WorkWatch& watch = {});

/// x = (L L^T)^-1 x in place, L from cholesky(). Cost: 2 n^2.
void solve_cholesky(const Matrix& factor, VectorRef x);

}  // namespace costruct
