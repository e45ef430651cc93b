// Parallel sums whose bits do not depend on the number of threads.
#pragma once

#include <algorithm>

#include "costruct/core/types.hpp"

namespace costruct {

/// The sum of term(i) for i in [0, n). `term` must not throw.
///
/// The bits of the sum are the same for any number of threads: block borders depend only on n.
/// Blocks are summed in parallel, and their sums are added in order.
template <class Term>
double ordered_sum(Index n, int threads, const Term& term) {
  constexpr Index kBlock = 256;
  const Index blocks = (n + kBlock - 1) / kBlock;
  Vector partial(blocks, 0.0);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (Index b = 0; b < blocks; ++b) {
    double sum = 0;
    for (Index i = b * kBlock; i < std::min(n, (b + 1) * kBlock); ++i) sum += term(i);
    partial[b] = sum;
  }
  double total = 0;
  for (const double sum : partial) total += sum;
  return total;
}

/// Adds to `into` the sum over i in [0, n) of what add(i, part) adds to a vector `part` of the same
/// size. `add` must not throw.
///
/// The bits of the sum are the same for any number of threads. The range is split into at most 4
/// runs; their number depends only on n. Each run has its own vector, and these are added in order.
template <class Add>
void ordered_accumulate(Index n, int threads, VectorRef into, const Add& add) {
  const Index runs = std::clamp<Index>(n / 256, 1, 4);
  if (runs == 1) {
    for (Index i = 0; i < n; ++i) add(i, into);
    return;
  }
  std::vector<Vector> parts(runs, Vector(into.size(), 0.0));
#pragma omp parallel for schedule(static, 1) num_threads(threads)
  for (Index r = 0; r < runs; ++r) {
    for (Index i = r * n / runs; i < (r + 1) * n / runs; ++i) add(i, VectorRef(parts[r]));
  }
  const Index size = static_cast<Index>(into.size());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (Index k = 0; k < size; ++k) {
    for (const Vector& part : parts) into[k] += part[k];
  }
}

}  // namespace costruct
