// The labelings of a few parts, to list the outputs of small inputs.
#pragma once

#include <vector>

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct::contract {

/// All labels^length labelings of `length` parts, in lexicographic order; labels >= 1. Length 0 has
/// one labeling, without parts. Decoders must return the first labeling with the highest value.
inline std::vector<Output> all_labelings(Index length, Index labels) {
  std::vector<Output> all;
  Output y;
  y.parts.assign(length, 0);
  for (;;) {
    all.push_back(y);
    Index t = length - 1;
    while (t >= 0 && y.parts[t] == labels - 1) y.parts[t--] = 0;
    if (t < 0) return all;
    ++y.parts[t];
  }
}

}  // namespace costruct::contract
