// The largest singular values of sparse matrices, by random projections.
#pragma once

#include "costruct/core/linear_algebra/matrix.hpp"
#include "costruct/core/linear_algebra/sparse_rows.hpp"

namespace costruct {

struct TruncatedSvd {
  Vector singular_values;  ///< descending; those below 1e-6 of the largest are left out
  Matrix right;            ///< cols x singular_values.size(): the right singular vectors
};

/// The `rank` largest singular values and their right vectors, or fewer where the matrix has no
/// more, by subspace iteration from a random start (Halko, Martinsson & Tropp 2011, algorithm 4.4,
/// with oversampling). Not exact: `iterations` of 3 leave relative errors of the leading values
/// below 1e-3 for the spectra of word counts. Every vector has the sign that makes its entry of
/// largest modulus positive. Deterministic; one thread. Cost: iterations * 4 * entries * (rank +
/// 10), and cols * rank^2.
TruncatedSvd truncated_svd(const SparseRows& a, Index rank, Index iterations = 3);

/// A times a matrix of a.cols rows, row by row: entry (i, j) stands at i * m.cols + j.
std::vector<float> times(const SparseRows& a, const Matrix& m);

}  // namespace costruct
