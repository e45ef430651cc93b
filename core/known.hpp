// What is known of an output.
#pragma once

#include <vector>

namespace costruct {

/// What is known of the output of an input, as facts that the problem encodes. It stands for the
/// set of the outputs that agree with all facts. Without facts, nothing is known.
///
/// If outputs are a label for each part, there is a fact for each part: its possible labels,
/// ascending. A fact without labels says nothing of its part.
struct Known {
  std::vector<std::vector<int>> facts;
  bool empty() const { return facts.empty(); }
  friend bool operator==(const Known&, const Known&) = default;
};

}  // namespace costruct
