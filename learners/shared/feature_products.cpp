#include "costruct/learners/shared/feature_products.hpp"

#include <algorithm>

#include "costruct/core/linear_algebra/blas.hpp"

namespace costruct {
namespace {

constexpr Index kPart = 256;                // points whose features fit into a core's cache
constexpr Index kRuns = 8;                  // largest number of runs
constexpr Index kEntries = Index{1} << 23;  // most entries of all runs, unless there is only one

}  // namespace

FeatureProducts::FeatureProducts(const std::vector<KernelBasis>& bases, int threads)
    : bases_(bases), threads_(threads) {
  for (const KernelBasis& basis : bases) order_ += basis.rank();
  const Index most = kEntries / std::max<Index>(1, order_ * order_);
  runs_.assign(static_cast<std::size_t>(std::clamp<Index>(most, 1, kRuns)), Matrix(order_, order_));
}

void FeatureProducts::add(const std::vector<Matrix>& points) {
  const Index m = points.front().cols, parts = (m + kPart - 1) / kPart,
              runs = static_cast<Index>(runs_.size());
#pragma omp parallel for schedule(dynamic) num_threads(threads_)
  for (Index run = 0; run < runs; ++run) {
    Vector features(static_cast<std::size_t>(order_ * kPart));
    for (Index part = run; part < parts; part += runs) {
      const Index first = part * kPart, last = std::min(m, first + kPart);
      Index row = 0;
      for (std::size_t v = 0; v < bases_.size(); ++v) {
        bases_[v].features(points[v], first, last, features.data() + row, order_);
        row += bases_[v].rank();
      }
      blas::add_outer_product(order_, last - first, 1, {features.data(), order_},
                              {runs_[run].data.data(), order_});
    }
  }
}

Matrix FeatureProducts::sum() const {
  Matrix total(order_, order_);
  for (const Matrix& run : runs_) {
    for (std::size_t i = 0; i < total.data.size(); ++i) total.data[i] += run.data[i];
  }
  return total;
}

}  // namespace costruct
