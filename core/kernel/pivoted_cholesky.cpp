#include "costruct/core/kernel/pivoted_cholesky.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

double sum_of(const Vector& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

}  // namespace

void check_memory(Index n, Index columns, const CholeskyLimits& limits) {
  if (static_cast<double>(columns) * static_cast<double>(n) * sizeof(double) <= limits.bytes)
    return;
  throw DataError(
      fmt::format("the kernel of {} different points has more than {} explicit features, too many "
                  "for this machine's "
                  "memory: limit kernel.rank",
                  n, columns - 1));
}

CholeskyFactor pivoted_cholesky(Vector diagonal,
                                const std::function<void(Index pivot, VectorRef column)>& column_of,
                                const CholeskyLimits& limits, const WorkWatch& watch) {
  const auto n = static_cast<Index>(diagonal.size());
  const Index most = limits.rank ? std::min(n, *limits.rank - limits.given) : n;
  Vector residual = std::move(diagonal);
  CholeskyFactor factor;
  factor.residual = sum_of(residual);
  const double rounding = static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  const double enough = limits.tolerance.value_or(rounding) * factor.residual;
  while (static_cast<Index>(factor.columns.size()) < most && factor.residual > enough) {
    watch_step(watch, {"", "pivots", limits.given + static_cast<Index>(factor.columns.size()),
                       std::min(n, limits.given + most), !limits.rank});
    const Index pivot = std::max_element(residual.begin(), residual.end()) - residual.begin();
    const double d = residual[pivot];
    check_memory(n, limits.given + static_cast<Index>(factor.columns.size()) + 1, limits);
    // Points that were pivots keep their rounding errors instead of zeros, as forward substitution
    // does.
    Vector column(n);
    column_of(pivot, column);
    for (const Vector& before : factor.columns) {
      const double scale = before[pivot];
      for (Index i = 0; i < n; ++i) column[i] -= before[i] * scale;
    }
    const double root = std::sqrt(d);
    for (Index i = 0; i < n; ++i) {
      column[i] /= root;
      residual[i] = std::max(residual[i] - column[i] * column[i], 0.0);
    }
    residual[pivot] = 0;
    factor.residual = sum_of(residual);
    factor.pivots.push_back(pivot);
    factor.roots.push_back(root);
    factor.columns.push_back(std::move(column));
  }
  return factor;
}

}  // namespace costruct
