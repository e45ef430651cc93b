// Sums that do not depend on the number of threads.
#pragma once

#include <algorithm>

#include "costruct/core/types.hpp"

namespace costruct {

/// Sum of term(i) for i in [0, n): block borders depend on n alone, blocks are summed in parallel and added
/// in the order of their index, so the bits are the same for any number of threads. `term` must not throw.
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

}  // namespace costruct
