// One structured output: a flat array of integer parts.
#pragma once

#include <compare>
#include <vector>

namespace costruct {

/// A structured output. Only the problem knows what the parts mean, for example one label, a label
/// per token, or a rule per node. All other code can compare, order, hash and print outputs. The
/// order is lexicographic; among tied outputs the smallest wins.
struct Output {
  std::vector<int> parts;
  friend auto operator<=>(const Output&, const Output&) = default;
};

}  // namespace costruct
