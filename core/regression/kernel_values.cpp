#include "costruct/core/regression/kernel_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "costruct/core/decode/lane_exp.hpp"

namespace costruct {
namespace {

using lanes::broadcast;
using lanes::kCount;
using lanes::kRegisters;
using lanes::kWidth;
using lanes::Lanes;

// the largest k(x, x), so that sums of a few values are finite, too
constexpr double kLargest = 1e290;
constexpr Index kColumns = 4;  // number of points per panel at once, whose sums stay in registers

// Inner products or squared distances of the points of a panel with `count` other points.
template <bool kDistances, Index kPoints>
void sums(const double* panel, Index d, const std::array<const double*, kColumns>& others,
          Lanes (&sum)[kColumns][kRegisters]) {
  Lanes s[kPoints][kRegisters] = {};
  for (Index k = 0; k < d; ++k) {
    for (Index r = 0; r < kRegisters; ++r) {
      const Lanes x = lanes::load_loose(panel + k * kCount + r * kWidth);
      for (Index c = 0; c < kPoints; ++c) {
        const Lanes y = broadcast(others[c][k]);
        if constexpr (kDistances) {
          const Lanes difference = x - y;
          s[c][r] += difference * difference;
        } else {
          s[c][r] += x * y;
        }
      }
    }
  }
  for (Index c = 0; c < kPoints; ++c) std::copy(s[c], s[c] + kRegisters, sum[c]);
}

template <bool kDistances>
void sums(Index count, const double* panel, Index d,
          const std::array<const double*, kColumns>& others, Lanes (&sum)[kColumns][kRegisters]) {
  switch (count) {
    case 1:
      return sums<kDistances, 1>(panel, d, others, sum);
    case 2:
      return sums<kDistances, 2>(panel, d, others, sum);
    case 3:
      return sums<kDistances, 3>(panel, d, others, sum);
    default:
      return sums<kDistances, kColumns>(panel, d, others, sum);
  }
}

template <bool kDistances, class Value>
void fill(const PackedPoints& a, Index begin, const Matrix& points, Index first, Index last,
          double* into, Index stride, const Value& value) {
  std::array<const double*, kColumns> others{};
  Lanes sum[kColumns][kRegisters];
  for (Index j = first; j < last; j += kColumns) {
    const Index count = std::min(kColumns, last - j);
    for (Index c = 0; c < count; ++c) others[c] = points.data.data() + (j + c) * points.rows;
    for (Index i = begin; i < a.size(); i += kCount) {
      sums<kDistances>(count, a.panel(i / kCount), a.dimension(), others, sum);
      const Index here = std::min(kCount, a.size() - i);
      for (Index c = 0; c < count; ++c) {
        alignas(64) double values[kCount];
        for (Index r = 0; r < kRegisters; ++r) lanes::store(values + r * kWidth, value(sum[c][r]));
        std::copy(values, values + here, into + (j - first + c) * stride + i);
      }
    }
  }
}

Lanes power(Lanes base, Index exponent) {
  Lanes result = broadcast(1);
  for (Index i = 0; i < exponent; ++i) result *= base;
  return result;
}

// Squared distances may overflow to infinity but not to NaN; their exponential is then about 0.
void gaussian_values(const Kernel& kernel, const PackedPoints& a, Index begin, const Matrix& points,
                     Index first, Index last, double* into, Index stride) {
  const Lanes width = broadcast(-kernel.sigma2);
  fill<true>(a, begin, points, first, last, into, stride,
             [=](Lanes distance) { return lanes::exp(distance / width); });
}

}  // namespace

PackedPoints::PackedPoints(const Matrix& points) : size_(points.cols), dimension_(points.rows) {
  const Index panels = (size_ + kCount - 1) / kCount;
  data_.assign(static_cast<std::size_t>(panels * kCount * dimension_), 0.0);
  for (Index i = 0; i < size_; ++i) {
    double* to = data_.data() + (i / kCount) * kCount * dimension_ + i % kCount;
    for (Index k = 0; k < dimension_; ++k) to[k * kCount] = points(k, i);
  }
}

void kernel_values(const Kernel& kernel, const PackedPoints& a, Index begin, const Matrix& points,
                   Index first, Index last, double* into, Index stride) {
  COSTRUCT_ASSERT(begin % kCount == 0, "panels are whole");
  COSTRUCT_ASSERT(points.rows == a.dimension(), "points of one view");
  switch (kernel.type) {
    case KernelType::kGaussian:
      return gaussian_values(kernel, a, begin, points, first, last, into, stride);
    case KernelType::kPolynomial: {
      const Lanes offset = broadcast(kernel.offset);
      return fill<false>(
          a, begin, points, first, last, into, stride,
          [=, degree = kernel.degree](Lanes product) { return power(product + offset, degree); });
    }
    case KernelType::kLinear:
    case KernelType::kGraph:
      return fill<false>(a, begin, points, first, last, into, stride,
                         [](Lanes product) { return product; });
  }
}

Matrix kernel_matrix(const Kernel& kernel, const Matrix& points, int threads,
                     const WorkWatch& watch) {
  constexpr Index kBlock = 64;
  const PackedPoints packed(points);
  const Index n = points.cols, blocks = (n + kBlock - 1) / kBlock;
  Matrix k(n, n);
  const Index at_once = std::max<Index>(16, 4 * threads);
  for (Index done = 0; done < blocks; done += at_once) {
    watch_step(watch, {"kernel matrix", "points", done * kBlock, n});
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (Index b = done; b < std::min(blocks, done + at_once); ++b) {
      kernel_values(kernel, packed, b * kBlock, points, b * kBlock, std::min(n, (b + 1) * kBlock),
                    k.data.data() + b * kBlock * n, n);
    }
  }
  return k;
}

std::optional<std::string> trouble_with(const Kernel& kernel, const Matrix& points) {
  for (Index i = 0; i < points.cols; ++i) {
    // k is positive semidefinite: |k(x, y)| is at most the larger of k(x, x) and k(y, y).
    double square = 0;
    for (const double x : points.column(i)) {
      if (!std::isfinite(x)) return "a feature value is not finite";
      square += x * x;
    }
    if (kernel.type == KernelType::kGaussian) continue;
    const double value = kernel.type == KernelType::kPolynomial
                             ? std::pow(square + kernel.offset, static_cast<double>(kernel.degree))
                             : square;
    if (!(value <= kLargest)) {
      return "the feature values are too large for their " +
             std::string(kernel.type == KernelType::kPolynomial ? "polynomial" : "linear") +
             " kernel: scale them down";
    }
  }
  return std::nullopt;
}

}  // namespace costruct
