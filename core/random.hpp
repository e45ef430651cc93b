// Counter-based random streams, each named by its purpose.
#pragma once

#include <array>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct {

/// A stream of random numbers named by (seed, repetition, purpose). The same name gives the same
/// numbers on every machine, and streams of different names are independent.
///
/// The generator is Philox 4x64-10 (Salmon et al. 2011, Random123). The name of a learner is never
/// part of a split's name, so that all learners see the same draws.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t repetition, std::string_view purpose);

  /// The next 64 random bits.
  std::uint64_t next();
  /// A uniform integer in {0, ..., bound - 1}, without bias; bound >= 1.
  Index below(Index bound);
  /// A uniform number in [0, 1) with 53 bits.
  double uniform();

  /// Shuffles all items (Fisher-Yates from the front). The first k items depend only on the first k
  /// draws.
  template <class T>
  void shuffle(std::vector<T>& items) {
    shuffle_prefix(items, static_cast<Index>(items.size()));
  }
  /// Draws `count` of all items at random and puts them in front, in the order of the draws. The
  /// order of the other items is unspecified.
  template <class T>
  void shuffle_prefix(std::vector<T>& items, Index count) {
    const Index n = static_cast<Index>(items.size());
    for (Index i = 0; i < count && i + 1 < n; ++i) std::swap(items[i], items[i + below(n - i)]);
  }

 private:
  std::array<std::uint64_t, 2> key_;
  std::array<std::uint64_t, 4> counter_{};
  std::array<std::uint64_t, 4> block_{};
  int used_ = 4;
};

/// The 64-bit FNV-1a hash of bytes, used for the names of streams and to identify splits. To hash
/// several strings as one, pass the hash of the earlier ones as `state`.
std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t state = 0xcbf29ce484222325ULL);

}  // namespace costruct
