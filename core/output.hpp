// One structured output: a flat array of integer parts.
#pragma once

#include <compare>
#include <vector>

namespace costruct {

/// A structured output. Only the problem knows what the parts mean (a label, a label per token, a
/// rule per node ...); everyone can compare, order, hash and print them. The order is
/// lexicographic; ties between outputs go to the smallest.
struct Output {
  std::vector<int> parts;
  friend auto operator<=>(const Output&, const Output&) = default;
};

}  // namespace costruct
