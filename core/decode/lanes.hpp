// A register's worth of doubles, for the inner loops of decoders.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct::lanes {

constexpr Index kCount = 8;

/// Eight doubles that are added and compared at once; the compiler splits them where registers are shorter.
using Lanes __attribute__((vector_size(kCount * sizeof(double)), may_alias)) = double;
/// The same in memory, at any address.
using LooseLanes __attribute__((vector_size(kCount * sizeof(double)), may_alias, aligned(alignof(double)))) =
    double;

inline Lanes load(const double* aligned) {
  return *reinterpret_cast<const Lanes*>(aligned);
}
inline Lanes load_loose(const double* p) {
  return *reinterpret_cast<const LooseLanes*>(p);
}
inline void store(double* aligned, Lanes values) {
  *reinterpret_cast<Lanes*>(aligned) = values;
}
inline Lanes max(Lanes a, Lanes b) {
  return a > b ? a : b;
}
inline Lanes broadcast(double x) {
  return x - Lanes{};
}

}  // namespace costruct::lanes
