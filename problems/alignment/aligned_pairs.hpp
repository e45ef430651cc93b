// Operations of an alignment with their positions, and its pairs.
// core/decode/alignment/alignment.hpp describes how an Output encodes an alignment.
#pragma once

#include <utility>
#include <vector>

#include "costruct/core/decode/alignment/alignment.hpp"

namespace costruct::alignment {

/// Stands for the operation before the first pair of a local alignment, which has no transition.
inline constexpr int kNothing = -1;

/// Calls action(previous, operation, i, j) for each operation, from left to right. kPair pairs the
/// positions i and j, kFirst leaves i unpaired, and kSecond leaves j unpaired. The other position
/// is then the next one of its sequence. `previous` is the operation before. For the first
/// operation it is kPair in a global alignment, and kNothing in a local one.
template <class Action>
void for_each_operation(AlignmentKind kind, const Output& y, const Action& action) {
  const bool is_local = kind == AlignmentKind::kLocal;
  if (y.parts.empty()) return;
  Index i = is_local ? y.parts[0] : 0, j = is_local ? y.parts[1] : 0;
  int previous = is_local ? kNothing : kPair;
  for (std::size_t t = is_local ? 2 : 0; t < y.parts.size(); ++t) {
    const int operation = y.parts[t];
    action(previous, operation, i, j);
    i += operation != kSecond;
    j += operation != kFirst;
    previous = operation;
  }
}

/// The same from right to left.
template <class Action>
void for_each_operation_backwards(AlignmentKind kind, const Output& y, const Action& action) {
  const bool is_local = kind == AlignmentKind::kLocal;
  if (y.parts.empty()) return;
  const std::size_t begin = is_local ? 2 : 0;
  Index i = is_local ? y.parts[0] : 0, j = is_local ? y.parts[1] : 0;
  for (std::size_t t = begin; t < y.parts.size(); ++t) {
    i += y.parts[t] != kSecond;
    j += y.parts[t] != kFirst;
  }
  for (std::size_t t = y.parts.size(); t-- > begin;) {
    const int operation = y.parts[t];
    i -= operation != kSecond;
    j -= operation != kFirst;
    action(t > begin  ? y.parts[t - 1]
           : is_local ? kNothing
                      : static_cast<int>(kPair),
           operation, i, j);
  }
}

/// Calls action(i, j) for each pair, in ascending order.
template <class Action>
void for_each_pair(AlignmentKind kind, const Output& y, const Action& action) {
  for_each_operation(kind, y, [&](int, int operation, Index i, Index j) {
    if (operation == kPair) action(i, j);
  });
}

/// The pairs (i, j) of an alignment, in ascending order.
using AlignedPairs = std::vector<std::pair<Index, Index>>;
inline AlignedPairs pairs_of(AlignmentKind kind, const Output& y) {
  AlignedPairs pairs;
  for_each_pair(kind, y, [&](Index i, Index j) { pairs.emplace_back(i, j); });
  return pairs;
}

}  // namespace costruct::alignment
