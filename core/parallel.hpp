// Sums that do not depend on the number of threads.
#pragma once

#include <algorithm>

#include "costruct/core/types.hpp"

namespace costruct {

/// Sum of term(i) for i in [0, n): block borders depend on n alone, blocks are summed in parallel
/// and added in the order of their index, so the bits are the same for any number of threads.
/// `term` must not throw.
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

/// into += the sum of what add(i, part) adds to a vector of the same size, for i in [0, n). Runs of
/// examples are summed apart, in parallel, and added in their order; how many runs there are
/// depends on n alone (at most 4, each with a vector of its own), so the bits are the same for any
/// number of threads. `add` must not throw.
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
