#include "costruct/core/regression/kernel_basis.hpp"

#include "costruct/core/kernel/pivoted_cholesky.hpp"
#include "costruct/core/linear_algebra/blas.hpp"

namespace costruct {
namespace {

Matrix columns_of(const Matrix& points, const std::vector<Index>& which) {
  Matrix chosen(points.rows, static_cast<Index>(which.size()));
  for (Index j = 0; j < chosen.cols; ++j) {
    const ConstVectorRef from = points.column(which[j]);
    std::copy(from.begin(), from.end(), chosen.column(j).begin());
  }
  return chosen;
}

}  // namespace

KernelBasis::KernelBasis(const Kernel& kernel, const Matrix& points, const WorkWatch& watch)
    : kernel_(kernel), packed_(Matrix(points.rows, 0)) {
  const Index n = points.cols;
  const PackedPoints all(points);
  Vector diagonal, column(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    const Index begin = i / 8 * 8;
    kernel_values(kernel, all, begin, points, i, i + 1, column.data(), n);
    diagonal.push_back(column[i]);
  }
  const CholeskyFactor found = pivoted_cholesky(
      std::move(diagonal),
      [&](Index p, VectorRef into) {
        kernel_values(kernel, all, 0, points, p, p + 1, into.data(), n);
      },
      {}, watch);
  points_ = columns_of(points, found.pivots);
  packed_ = PackedPoints(points_);
  factor_ = Matrix(rank(), rank());
  for (Index j = 0; j < rank(); ++j) {
    for (Index i = j; i < rank(); ++i) factor_(i, j) = found.columns[j][found.pivots[i]];
  }
}

void KernelBasis::kernel_columns(const Matrix& points, Index first, Index last, double* into,
                                 Index stride) const {
  kernel_values(kernel_, packed_, 0, points, first, last, into, stride);
}

void KernelBasis::features(const Matrix& points, Index first, Index last, double* into,
                           Index stride) const {
  kernel_columns(points, first, last, into, stride);
  blas::solve(rank(), last - first, {factor_.data.data(), rank()}, {into, stride});
}

Vector KernelBasis::coefficients(Vector w) const {
  blas::solve_transposed(rank(), 1, {factor_.data.data(), rank()}, {w.data(), rank()});
  return w;
}

}  // namespace costruct
