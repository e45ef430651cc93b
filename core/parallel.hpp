// Parallel sums whose bits do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "costruct/core/types.hpp"

namespace costruct {

/// Catches what calls on several threads throw. After the first exception no further call begins.
class FirstException {
 public:
  /// Runs call(), unless an earlier call has thrown. Keeps its exception, if it is the first one.
  template <class Call>
  void guard(const Call& call) {
    if (is_thrown_.load(std::memory_order_relaxed)) return;
    try {
      call();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!first_) first_ = std::current_exception();
      is_thrown_ = true;
    }
  }
  /// Throws the first exception again, if there is one. Call it when all threads have ended.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::atomic<bool> is_thrown_{false};
  std::mutex mutex_;
  std::exception_ptr first_;
};

/// Calls body(i) for i in [0, n), on several threads and `chunk` numbers at a time. Throws what a
/// call throws, after the others have ended.
template <class Body>
void parallel_for(Index n, int threads, int chunk, const Body& body) {
  FirstException first;
#pragma omp parallel for schedule(dynamic, chunk) num_threads(threads)
  for (Index i = 0; i < n; ++i) first.guard([&] { body(i); });
  first.rethrow();
}

/// The sum of term(i) for i in [0, n). Throws what a term throws.
///
/// The bits of the sum are the same for any number of threads: block borders depend only on n.
/// Blocks are summed in parallel, and their sums are added in order.
template <class Term>
double ordered_sum(Index n, int threads, const Term& term) {
  constexpr Index kBlock = 256;
  const Index blocks = (n + kBlock - 1) / kBlock;
  Vector partial(blocks, 0.0);
  parallel_for(blocks, threads, 1, [&](Index b) {
    double sum = 0;
    for (Index i = b * kBlock; i < std::min(n, (b + 1) * kBlock); ++i) sum += term(i);
    partial[b] = sum;
  });
  double total = 0;
  for (const double sum : partial) total += sum;
  return total;
}

/// Adds to `into` the sum over i in [0, n) of what add(i, part) adds to a vector `part` of the same
/// size. Throws what a call throws.
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
  FirstException first;
#pragma omp parallel for schedule(static, 1) num_threads(threads)
  for (Index r = 0; r < runs; ++r) {
    first.guard([&] {
      for (Index i = r * n / runs; i < (r + 1) * n / runs; ++i) add(i, VectorRef(parts[r]));
    });
  }
  first.rethrow();
  const Index size = static_cast<Index>(into.size());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (Index k = 0; k < size; ++k) {
    for (const Vector& part : parts) into[k] += part[k];
  }
}

}  // namespace costruct
