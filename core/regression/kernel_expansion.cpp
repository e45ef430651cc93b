#include "costruct/core/regression/kernel_expansion.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/core/regression/kernel_values.hpp"

namespace costruct {
namespace {

// Eight partial sums, as many as the widest register holds, which are then added in order.
double dot_in_eight_sums(const double* a, const double* b, Index n) {
  constexpr Index kSums = 8;
  double sums[kSums] = {};
  Index i = 0;
  for (; i + kSums <= n; i += kSums) {
    for (Index s = 0; s < kSums; ++s) sums[s] += a[i + s] * b[i + s];
  }
  double total = 0;
  for (const double sum : sums) total += sum;
  for (; i < n; ++i) total += a[i] * b[i];
  return total;
}

}  // namespace

Matrix scaled(const PointScaling& scaling, Matrix points) {
  if (scaling.mean.empty()) return points;
  for (Index i = 0; i < points.cols; ++i) {
    const VectorRef x = points.column(i);
    for (Index k = 0; k < points.rows; ++k) x[k] = (x[k] - scaling.mean[k]) * scaling.inverse[k];
  }
  return points;
}

Vector values(const KernelExpansion& f, const Matrix& points, int threads) {
  constexpr Index kBlock = 32;
  const PackedPoints centres(f.points);
  const Matrix x = scaled(f.scaling, points);
  const Index r = centres.size(), b = x.cols, blocks = (b + kBlock - 1) / kBlock;
  Vector result(static_cast<std::size_t>(b), f.intercept);
#pragma omp parallel num_threads(threads)
  {
    Vector kernel(static_cast<std::size_t>(r * kBlock));
#pragma omp for schedule(dynamic)
    for (Index block = 0; block < blocks; ++block) {
      const Index first = block * kBlock, last = std::min(b, first + kBlock);
      kernel_values(f.kernel, centres, 0, x, first, last, kernel.data(), r);
      for (Index j = first; j < last; ++j) {
        result[j] += dot_in_eight_sums(f.coefficients.data(), kernel.data() + (j - first) * r, r);
      }
    }
  }
  return result;
}

}  // namespace costruct
