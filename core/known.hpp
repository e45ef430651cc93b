// Facts about an output that is known in part.
#pragma once

#include <vector>

namespace costruct {

/// Facts about the output of an input. They stand for the set of the outputs that agree with all
/// facts. Without facts, nothing is known. An empty fact says nothing.
///
/// Each problem defines what a fact encodes; PartialOutputs (core/interfaces/partial_outputs.hpp)
/// makes and uses facts. If outputs are a label for each part, there is a fact for each part: its
/// possible labels, ascending.
struct Known {
  std::vector<std::vector<int>> facts;
  bool empty() const { return facts.empty(); }
  friend bool operator==(const Known&, const Known&) = default;
};

}  // namespace costruct
