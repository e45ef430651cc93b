#include "costruct/core/linear_algebra/truncated_svd.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "costruct/core/linear_algebra/blas.hpp"
#include "costruct/core/random.hpp"

namespace costruct {
namespace {

constexpr Index kOversampling = 10;
constexpr double kZero = 1e-6;  // singular values below this part of the largest count as 0

Matrix transposed(const Matrix& m) {
  Matrix turned(m.cols, m.rows);
  for (Index j = 0; j < m.cols; ++j) {
    for (Index i = 0; i < m.rows; ++i) turned(j, i) = m(i, j);
  }
  return turned;
}

// A^T A W for a matrix W of a.cols rows, computed row by row of A.
Matrix gram_times(const SparseRows& a, const Matrix& w) {
  const Matrix by_row = transposed(w);
  const Index width = by_row.rows;
  Matrix product(width, a.cols);
  Vector row(width);
  for (Index i = 0; i < a.rows(); ++i) {
    std::fill(row.begin(), row.end(), 0.0);
    for (Index e = a.begin[i]; e < a.begin[i + 1]; ++e) {
      const double* const from = by_row.column(a.col[e]).data();
      for (Index j = 0; j < width; ++j) row[j] += a.value[e] * from[j];
    }
    for (Index e = a.begin[i]; e < a.begin[i + 1]; ++e) {
      double* const to = product.column(a.col[e]).data();
      for (Index j = 0; j < width; ++j) to[j] += a.value[e] * row[j];
    }
  }
  return transposed(product);
}

Matrix random_start(Index rows, Index cols) {
  RandomStream random(0, 0, "truncated_svd");
  Matrix start(rows, cols);
  for (double& x : start.data) {
    const double u = 1 - random.uniform(), v = random.uniform();
    x = std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
  }
  return start;
}

Matrix orthonormal(Matrix w) {
  blas::make_orthonormal(w.rows, w.cols, {w.data.data(), w.rows});
  return w;
}

}  // namespace

TruncatedSvd truncated_svd(const SparseRows& a, Index rank, Index iterations) {
  TruncatedSvd svd;
  svd.right = Matrix(a.cols, 0);
  const Index width = std::min({rank + kOversampling, a.cols, a.rows()});
  if (width == 0 || a.col.empty()) return svd;
  Matrix basis = orthonormal(random_start(a.cols, width));
  for (Index t = 0; t < iterations; ++t) basis = orthonormal(gram_times(a, basis));
  // The eigenvectors of B^T A^T A B, within the subspace.
  Matrix inner(width, width);
  blas::add_product_transposed(width, width, a.cols, 1, {transposed(basis).data.data(), width},
                               {transposed(gram_times(a, basis)).data.data(), width},
                               {inner.data.data(), width});
  const Vector values = blas::symmetric_eigen(width, {inner.data.data(), width});  // ascending
  const auto singular = [&](Index j) { return std::sqrt(std::max(0.0, values[width - 1 - j])); };
  Index count = 0;
  while (count < std::min(rank, width) && singular(count) > kZero * singular(0)) ++count;
  svd.right = Matrix(a.cols, count);
  for (Index j = 0; j < count; ++j) {
    svd.singular_values.push_back(singular(j));
    const VectorRef vector = svd.right.column(j);
    for (Index k = 0; k < width; ++k) {
      for (Index i = 0; i < a.cols; ++i) vector[i] += basis(i, k) * inner(k, width - 1 - j);
    }
    const auto peak = std::max_element(
        vector.begin(), vector.end(), [](double x, double y) { return std::abs(x) < std::abs(y); });
    if (*peak >= 0) continue;
    for (double& x : vector) x = -x;
  }
  return svd;
}

std::vector<float> times(const SparseRows& a, const Matrix& m) {
  const Index width = m.cols;
  // m row by row, because rows are added
  std::vector<float> by_row(static_cast<std::size_t>(m.rows * width));
  for (Index j = 0; j < width; ++j) {
    for (Index i = 0; i < m.rows; ++i) by_row[i * width + j] = static_cast<float>(m(i, j));
  }
  std::vector<float> product(static_cast<std::size_t>(a.rows() * width), 0.0F);
  for (Index i = 0; i < a.rows(); ++i) {
    float* const row = product.data() + i * width;
    for (Index e = a.begin[i]; e < a.begin[i + 1]; ++e) {
      const float* const of_column = by_row.data() + a.col[e] * width;
      for (Index j = 0; j < width; ++j) row[j] += a.value[e] * of_column[j];
    }
  }
  return product;
}

}  // namespace costruct
