// Arithmetic, comparisons and shifts of kCount = 8 doubles ("a Run"), in one, two or four vector
// registers (lanes.hpp). The operators apply to each pair of entries. Only the inner loops of
// decoders use this file.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

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

/// kCount doubles in kRegisters registers.
struct Run {
  Lanes part[kRegisters];
  Lanes& operator[](Index k) { return part[k]; }
  const Lanes& operator[](Index k) const { return part[k]; }
};

/// A mask: bit i is 1 if a[i] >= b[i].
inline unsigned at_least(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return _mm512_cmp_pd_mask(reinterpret_cast<__m512d>(a), reinterpret_cast<__m512d>(b), _CMP_GE_OQ);
#elif defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(a >= b)));
#elif defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(a >= b)));
#else
  unsigned mask = 0;
  for (Index i = 0; i < kWidth; ++i) mask |= static_cast<unsigned>(a[i] >= b[i]) << i;
  return mask;
#endif
}

inline std::uint8_t at_least(const Run& a, const Run& b) {
  unsigned mask = 0;
  for (Index k = 0; k < kRegisters; ++k) mask |= at_least(a[k], b[k]) << (k * kWidth);
  return static_cast<std::uint8_t>(mask);
}

/// [a[1], a[2], ..., b[0]]
inline Lanes shifted(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return __builtin_shufflevector(a, b, 1, 2, 3, 4, 5, 6, 7, 8);
#elif defined(__AVX__)
  return __builtin_shufflevector(a, b, 1, 2, 3, 4);
#else
  return __builtin_shufflevector(a, b, 1, 2);
#endif
}

/// [a[kWidth - 1], b[0], b[1], ...]
inline Lanes last_then(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return __builtin_shufflevector(a, b, 7, 8, 9, 10, 11, 12, 13, 14);
#elif defined(__AVX__)
  return __builtin_shufflevector(a, b, 3, 4, 5, 6);
#else
  return __builtin_shufflevector(a, b, 1, 2);
#endif
}

/// [a[1], ..., a[kCount - 1], last]
inline Run shifted(const Run& a, double last) {
  Run result;
  for (Index k = 0; k + 1 < kRegisters; ++k) result[k] = shifted(a[k], a[k + 1]);
  result[kRegisters - 1] = shifted(a[kRegisters - 1], broadcast(last));
  return result;
}

/// [first, a[0], ..., a[kCount - 2]]
inline Run shifted_back(double first, const Run& a) {
  Run result;
  Lanes before = broadcast(first);
  for (Index k = 0; k < kRegisters; ++k) {
    result[k] = last_then(before, a[k]);
    before = a[k];
  }
  return result;
}

/// Returns a Run with x in every entry.
inline Run broadcast_run(double x) {
  Run result;
  for (Index k = 0; k < kRegisters; ++k) result[k] = broadcast(x);
  return result;
}
/// Load and store kCount doubles. The address `aligned` must be a multiple of sizeof(Lanes) bytes;
/// the functions with `loose` take any address of a double.
inline Run load_run(const double* aligned) {
  Run result;
  for (Index k = 0; k < kRegisters; ++k) result[k] = load(aligned + k * kWidth);
  return result;
}
inline Run load_run_loose(const double* p) {
  Run result;
  for (Index k = 0; k < kRegisters; ++k) result[k] = load_loose(p + k * kWidth);
  return result;
}
inline void store_run(double* aligned, const Run& run) {
  for (Index k = 0; k < kRegisters; ++k) store(aligned + k * kWidth, run[k]);
}
inline void store_run_loose(double* p, const Run& run) {
  for (Index k = 0; k < kRegisters; ++k) *reinterpret_cast<LooseLanes*>(p + k * kWidth) = run[k];
}
/// Returns entry i of the Run.
inline double at(const Run& run, Index i) {
  return run[i / kWidth][i % kWidth];
}
inline Run operator+(const Run& a, const Run& b) {
  Run result;
  for (Index k = 0; k < kRegisters; ++k) result[k] = a[k] + b[k];
  return result;
}
inline Run operator-(const Run& a, const Run& b) {
  Run result;
  for (Index k = 0; k < kRegisters; ++k) result[k] = a[k] - b[k];
  return result;
}
inline Run operator*(const Run& a, const Run& b) {
  Run result;
  for (Index k = 0; k < kRegisters; ++k) result[k] = a[k] * b[k];
  return result;
}
inline Run operator/(const Run& a, const Run& b) {
  Run result;
  for (Index k = 0; k < kRegisters; ++k) result[k] = a[k] / b[k];
  return result;
}
inline Run max(const Run& a, const Run& b) {
  Run result;
  for (Index k = 0; k < kRegisters; ++k) result[k] = max(a[k], b[k]);
  return result;
}
/// Returns a Run with the entry of a where test >= bound, and the entry of b elsewhere.
inline Run where_at_least(const Run& test, const Run& bound, const Run& a, const Run& b) {
  Run result;
  for (Index k = 0; k < kRegisters; ++k) result[k] = test[k] >= bound[k] ? a[k] : b[k];
  return result;
}

}  // namespace
}  // namespace costruct::lanes
