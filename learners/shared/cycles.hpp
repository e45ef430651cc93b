// Noticing that an algorithm comes back to where it was.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "costruct/core/output.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The period of a sequence of states that ends in two equal runs of at least two states each, or
/// 0.
inline Index period_of(const std::vector<std::uint64_t>& states) {
  const Index n = static_cast<Index>(states.size());
  for (Index period = 2; 2 * period <= n; ++period) {
    if (std::equal(states.end() - period, states.end(), states.end() - 2 * period)) return period;
  }
  return 0;
}

/// Goes on with a hash of outputs.
inline std::uint64_t hash_output(const Output& y, std::uint64_t hash) {
  return hash_bytes({reinterpret_cast<const char*>(y.parts.data()), y.parts.size() * sizeof(int)},
                    hash);
}

}  // namespace costruct
