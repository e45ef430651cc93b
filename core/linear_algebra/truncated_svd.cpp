#include "costruct/core/linear_algebra/truncated_svd.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "costruct/core/linear_algebra/blas.hpp"
#include "costruct/core/parallel.hpp"
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

// The products A^T A W of one decomposition, computed row by row of A.
class Gram {
 public:
  Gram(const SparseRows& a, const TruncatedSvdOptions& options, const WorkWatch& watch)
      : a_(a),
        threads_(options.threads),
        steps_(a.rows() * (options.iterations + 1)),
        watch_(watch) {}

  // W has a.cols rows. Each thread takes some columns of W, so that no sum is split.
  Matrix times(const Matrix& w) {
    constexpr Index kRows = 4096, kLine = 8;
    const Matrix by_row = transposed(w);
    const Index width = by_row.rows;
    const Index slice = ((width + threads_ - 1) / threads_ + kLine - 1) / kLine * kLine;
    Matrix product(width, a_.cols);
    for (Index begin = 0; begin < a_.rows(); begin += kRows) {
      const Index end = std::min(a_.rows(), begin + kRows);
      parallel_for((width + slice - 1) / slice, threads_, 1, [&](Index s) {
        add_rows(begin, end, by_row, s * slice, std::min(width, (s + 1) * slice), product);
      });
      done_ += end - begin;
      watch_step(watch_, {"decomposing", "", done_, steps_});
    }
    return transposed(product);
  }

 private:
  // Adds A_i^T A_i W to the product for rows i, where W has the columns first to last - 1.
  void add_rows(Index begin, Index end, const Matrix& by_row, Index first, Index last,
                Matrix& product) const {
    Vector row(last - first);
    for (Index i = begin; i < end; ++i) {
      std::fill(row.begin(), row.end(), 0.0);
      for (Index e = a_.begin[i]; e < a_.begin[i + 1]; ++e) {
        const double* const from = by_row.column(a_.col[e]).data() + first;
        for (Index j = 0; j < last - first; ++j) row[j] += a_.value[e] * from[j];
      }
      for (Index e = a_.begin[i]; e < a_.begin[i + 1]; ++e) {
        double* const to = product.column(a_.col[e]).data() + first;
        for (Index j = 0; j < last - first; ++j) to[j] += a_.value[e] * row[j];
      }
    }
  }

  const SparseRows& a_;
  int threads_;
  Index steps_, done_ = 0;
  const WorkWatch& watch_;
};

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

TruncatedSvd truncated_svd(const SparseRows& a, Index rank, const TruncatedSvdOptions& options,
                           const WorkWatch& watch) {
  TruncatedSvd svd;
  svd.right = Matrix(a.cols, 0);
  const Index width = std::min({rank + kOversampling, a.cols, a.rows()});
  if (width == 0 || a.col.empty()) return svd;
  Gram gram(a, options, watch);
  Matrix basis = orthonormal(random_start(a.cols, width));
  for (Index t = 0; t < options.iterations; ++t) basis = orthonormal(gram.times(basis));
  // The eigenvectors of B^T A^T A B, within the subspace.
  Matrix inner(width, width);
  blas::add_product_transposed(width, width, a.cols, 1, {transposed(basis).data.data(), width},
                               {transposed(gram.times(basis)).data.data(), width},
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

std::vector<float> times(const SparseRows& a, const Matrix& m, int threads) {
  const Index width = m.cols;
  // m row by row, because rows are added
  std::vector<float> by_row(static_cast<std::size_t>(m.rows * width));
  for (Index j = 0; j < width; ++j) {
    for (Index i = 0; i < m.rows; ++i) by_row[i * width + j] = static_cast<float>(m(i, j));
  }
  std::vector<float> product(static_cast<std::size_t>(a.rows() * width), 0.0F);
  parallel_for(a.rows(), threads, 256, [&](Index i) {
    float* const row = product.data() + i * width;
    for (Index e = a.begin[i]; e < a.begin[i + 1]; ++e) {
      const float* const of_column = by_row.data() + a.col[e] * width;
      for (Index j = 0; j < width; ++j) row[j] += a.value[e] * of_column[j];
    }
  });
  return product;
}

}  // namespace costruct
