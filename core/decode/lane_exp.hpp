// The exponential function of a register's worth of doubles.
#pragma once

#include <cstdint>

#include "costruct/core/decode/lanes.hpp"

namespace costruct::lanes {
#if defined(__AVX512F__)
inline namespace eight_lanes {
#elif defined(__AVX__)
inline namespace four_lanes {
#else
inline namespace two_lanes {
#endif

using IntegerLanes __attribute__((vector_size(kWidth * sizeof(double)))) = std::uint64_t;

/// exp(x) for x <= 700, to within two units in the last place; exp(-708) for all x below -708. With
/// x = n log 2 + r, |r| <= (log 2) / 2, it is 2^n times the Taylor polynomial of degree 13 at r.
inline Lanes exp(Lanes x) {
  constexpr double kShift = 0x1.8p52;            // adding it rounds to an integer, in the lowest bits
  constexpr double kLog2High = 0x1.62e42fefp-1;  // 32 bits, so that n times it is exact
  constexpr double kLog2Low = 0x1.473de6af278edp-34;
  x = max(x, broadcast(-708));
  const Lanes shifted = x * broadcast(0x1.71547652b82fep0) + broadcast(kShift);
  const Lanes n = shifted - broadcast(kShift);
  const Lanes r = (x - n * broadcast(kLog2High)) - n * broadcast(kLog2Low);
  constexpr int kDegree = 13;
  constexpr double kTaylor[kDegree + 1] = {
      1,         1,          1. / 2,      1. / 6,       1. / 24,       1. / 120,       1. / 720,
      1. / 5040, 1. / 40320, 1. / 362880, 1. / 3628800, 1. / 39916800, 1. / 479001600, 1. / 6227020800};
  Lanes p = broadcast(kTaylor[kDegree]);
  for (int i = kDegree - 1; i >= 0; --i) p = p * r + broadcast(kTaylor[i]);
  return reinterpret_cast<Lanes>(reinterpret_cast<IntegerLanes>(p) +
                                 (reinterpret_cast<IntegerLanes>(shifted) << 52));
}

}  // namespace
}  // namespace costruct::lanes
