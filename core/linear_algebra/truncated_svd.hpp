// The largest singular values of sparse matrices, by random projection.
#pragma once

#include "costruct/core/linear_algebra/matrix.hpp"
#include "costruct/core/linear_algebra/sparse_rows.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// The result of truncated_svd().
struct TruncatedSvd {
  Vector singular_values;  ///< descending; without those below 1e-6 of the largest
  Matrix right;            ///< cols x singular_values.size(): the right singular vectors
};

/// Options of truncated_svd().
struct TruncatedSvdOptions {
  Index iterations = 3;  ///< number of rounds of subspace iteration, >= 0
  int threads = 1;       ///< has no effect on the result
};

/// The `rank` largest singular values and their right singular vectors; fewer if the matrix has
/// fewer. Every vector has the sign that makes its entry of largest modulus positive.
///
/// The method is subspace iteration from a random start (Halko, Martinsson & Tropp 2011, algorithm
/// 4.4, with oversampling). It is not exact: with 3 iterations, the leading values of word counts
/// have relative errors below 1e-3. The bits of the result are the same for any number of threads.
/// Cost: (iterations + 1) * 4 * entries * (rank + 10), and cols * rank^2 for each round.
/// @param watch  is told how many rows are done, in percent
TruncatedSvd truncated_svd(const SparseRows& a, Index rank, const TruncatedSvdOptions& options = {},
                           const WorkWatch& watch = {});

/// a times m, which has a.cols rows, stored row by row: entry (i, j) is at i * m.cols + j.
std::vector<float> times(const SparseRows& a, const Matrix& m, int threads = 1);

}  // namespace costruct
