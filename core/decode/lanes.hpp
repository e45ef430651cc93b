// Declares a vector register of doubles, for the inner loops of decoders.
#pragma once

#include <algorithm>
#include <type_traits>

#include "costruct/core/types.hpp"

namespace costruct::lanes {

/// Score tables such as ChainScores pad their rows to a multiple of this length. It is the same on
/// every processor.
constexpr Index kCount = 8;

// Types and functions depend on the processor that a source is compiled for, and so do their names.
// A program that is compiled for another processor than the library therefore cannot mix them up.
#if defined(__AVX512F__)
#define COSTRUCT_LANES 8
inline namespace eight_lanes {
#elif defined(__AVX__)
#define COSTRUCT_LANES 4
inline namespace four_lanes {
#else
#define COSTRUCT_LANES 2
inline namespace two_lanes {
#endif

/// The number of doubles in a register, which are added and compared at once. (The compiler splits
/// sums of longer vectors well, but compares their entries one by one.)
constexpr Index kWidth = COSTRUCT_LANES;
#undef COSTRUCT_LANES
constexpr Index kRegisters = kCount / kWidth;  ///< registers that kCount doubles fill

/// A register of kWidth doubles. Operators apply to each of them: a + b, a > b ? a : b.
using Lanes __attribute__((vector_size(kWidth * sizeof(double)), may_alias)) = double;
/// Lanes at any address in memory, without alignment.
using LooseLanes
    __attribute__((vector_size(kWidth * sizeof(double)), may_alias, aligned(alignof(double)))) =
        double;

/// Loads kWidth doubles. The address `aligned` must be a multiple of sizeof(Lanes) bytes.
inline Lanes load(const double* aligned) {
  return *reinterpret_cast<const Lanes*>(aligned);
}
/// Loads kWidth doubles from any address of a double.
inline Lanes load_loose(const double* p) {
  return *reinterpret_cast<const LooseLanes*>(p);
}
/// Stores kWidth doubles. The address `aligned` must be a multiple of sizeof(Lanes) bytes.
inline void store(double* aligned, Lanes values) {
  *reinterpret_cast<Lanes*>(aligned) = values;
}
/// Returns the maximum of each pair of entries.
inline Lanes max(Lanes a, Lanes b) {
  return a > b ? a : b;
}
/// Returns a register with x in every entry.
inline Lanes broadcast(double x) {
  return x - Lanes{};
}

/// Splits a row of `stride` doubles, a multiple of kWidth, into tiles. A tile is R <= 8 registers
/// from the double `first` on, so that the sums of a tile stay in registers. The function calls
/// tile(std::integral_constant<Index, R>{}, first) for each tile.
template <class Tile>
void for_tiles(Index stride, const Tile& tile) {
  constexpr Index kMost = 8;
  for (Index first = 0; first < stride; first += kMost * kWidth) {
    switch (std::min(kMost, (stride - first) / kWidth)) {
      case 1:
        tile(std::integral_constant<Index, 1>{}, first);
        break;
      case 2:
        tile(std::integral_constant<Index, 2>{}, first);
        break;
      case 3:
        tile(std::integral_constant<Index, 3>{}, first);
        break;
      case 4:
        tile(std::integral_constant<Index, 4>{}, first);
        break;
      case 5:
        tile(std::integral_constant<Index, 5>{}, first);
        break;
      case 6:
        tile(std::integral_constant<Index, 6>{}, first);
        break;
      case 7:
        tile(std::integral_constant<Index, 7>{}, first);
        break;
      default:
        tile(std::integral_constant<Index, kMost>{}, first);
    }
  }
}

}  // namespace
}  // namespace costruct::lanes
