// The exponential function and the logarithm of each double in a vector register (see lanes.hpp).
// The inner loops of decoders use them.
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

/// A register of 64-bit integers, as many as Lanes has doubles.
using IntegerLanes __attribute__((vector_size(kWidth * sizeof(double)))) = std::uint64_t;

/// Returns exp(x) for each x <= 700, to within two units in the last place. For x below -708, minus
/// infinity and NaN, it returns exp(-708). Results for x > 700 are undefined.
///
/// Method: Write x = n log 2 + r with |r| <= (log 2) / 2. The result is 2^n times the Taylor
/// polynomial of degree 13 of exp, at r.
inline Lanes exp(Lanes x) {
  constexpr double kShift = 0x1.8p52;  // adding it rounds to an integer, in the lowest bits
  constexpr double kLog2High = 0x1.62e42fefp-1;  // 32 bits, so that n * kLog2High is exact
  constexpr double kLog2Low = 0x1.473de6af278edp-34;
  x = max(x, broadcast(-708));
  const Lanes shifted = x * broadcast(0x1.71547652b82fep0) + broadcast(kShift);
  const Lanes n = shifted - broadcast(kShift);
  const Lanes r = (x - n * broadcast(kLog2High)) - n * broadcast(kLog2Low);
  constexpr int kDegree = 13;
  constexpr double kTaylor[kDegree + 1] = {1,
                                           1,
                                           1. / 2,
                                           1. / 6,
                                           1. / 24,
                                           1. / 120,
                                           1. / 720,
                                           1. / 5040,
                                           1. / 40320,
                                           1. / 362880,
                                           1. / 3628800,
                                           1. / 39916800,
                                           1. / 479001600,
                                           1. / 6227020800};
  Lanes p = broadcast(kTaylor[kDegree]);
  for (int i = kDegree - 1; i >= 0; --i) p = p * r + broadcast(kTaylor[i]);
  return reinterpret_cast<Lanes>(reinterpret_cast<IntegerLanes>(p) +
                                 (reinterpret_cast<IntegerLanes>(shifted) << 52));
}

/// Returns log(x) for each x that is finite, positive and not subnormal, to within two units in the
/// last place. Results for other x are undefined. log(1) is exactly 0.
///
/// Method: Write x = 2^n z with z between the square roots of 1/2 and 2. The result is
///   n log 2 + 2 artanh((z - 1) / (z + 1)),
/// where the Taylor series of artanh ends with the power 21.
inline Lanes log(Lanes x) {
  constexpr double kLog2High = 0x1.62e42fefp-1, kLog2Low = 0x1.473de6af278edp-34;
  constexpr std::uint64_t kRootOfHalf = 0x3fe6a09e667f3bcd, kBias = 1023;
  constexpr std::uint64_t kWhole = 0x4330000000000000;  // 2^52, whose lowest bits are units
  const IntegerLanes bits = reinterpret_cast<IntegerLanes>(x);
  const IntegerLanes power = (bits - kRootOfHalf + (kBias << 52)) >> 52;  // n + kBias
  const Lanes z = reinterpret_cast<Lanes>(bits - ((power - kBias) << 52));
  const Lanes n =
      reinterpret_cast<Lanes>(power | kWhole) - broadcast(0x1p52 + static_cast<double>(kBias));
  const Lanes w = (z - broadcast(1)) / (z + broadcast(1)), square = w * w;
  constexpr int kLast = 21;  // power of w
  Lanes series = broadcast(1. / kLast);
  for (int i = kLast - 2; i >= 3; i -= 2) series = series * square + broadcast(1. / i);
  const Lanes twice = w + w;
  return n * broadcast(kLog2High) + (n * broadcast(kLog2Low) + (twice * square * series + twice));
}

}  // namespace
}  // namespace costruct::lanes
