// Detects that an algorithm has returned to an earlier state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "costruct/core/output.hpp"
#include "costruct/core/random.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// Returns the smallest period p >= 2 such that the last p states equal the p states before them; 0
/// if there is none.
inline Index period_of(const std::vector<std::uint64_t>& states) {
  const Index n = static_cast<Index>(states.size());
  for (Index period = 2; 2 * period <= n; ++period) {
    if (std::equal(states.end() - period, states.end(), states.end() - 2 * period)) return period;
  }
  return 0;
}

/// Continues a hash with the parts of an output.
inline std::uint64_t hash_output(const Output& y, std::uint64_t hash) {
  return hash_bytes({reinterpret_cast<const char*>(y.parts.data()), y.parts.size() * sizeof(int)},
                    hash);
}

}  // namespace costruct
