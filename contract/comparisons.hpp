// Comparisons of numbers to the last bit.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::contract {

/// Whether all entries have the same bits: 0 and -0 differ, and a NaN equals the same NaN.
inline bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}
inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// same_bits() for the weights of several views.
inline bool same_weights(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t v = 0; v < a.size(); ++v) {
    if (!same_bits(a[v], b[v])) return false;
  }
  return true;
}

}  // namespace costruct::contract
