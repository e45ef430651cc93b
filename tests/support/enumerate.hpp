// The outputs of small problems, all of them: the oracle behind every decoder test.
#pragma once

#include <algorithm>
#include <vector>

#include "costruct/contract/instances/labelings.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct::test {

using contract::all_labelings;

/// The first output of the highest value.
template <class Value>
Decoded best_of(const std::vector<Output>& outputs, const Value& value) {
  Decoded best{outputs.front(), value(outputs.front())};
  for (const Output& y : outputs) {
    const double v = value(y);
    if (v > best.value) best = {y, v};
  }
  return best;
}

/// All outputs by descending value, equal values in the given order.
template <class Value>
std::vector<Decoded> ranked(const std::vector<Output>& outputs, const Value& value) {
  std::vector<Decoded> all;
  for (const Output& y : outputs) all.push_back({y, value(y)});
  std::stable_sort(all.begin(), all.end(),
                   [](const Decoded& a, const Decoded& b) { return a.value > b.value; });
  return all;
}

inline std::vector<Output> without(std::vector<Output> outputs, const Output& y) {
  std::erase(outputs, y);
  return outputs;
}

/// All choices of `size` of n documents (all of them where they are fewer), by counting through all
/// subsets.
inline std::vector<Output> all_choices(Index n, Index size) {
  std::vector<Output> all;
  for (unsigned subset = 0; subset < (1U << n); ++subset) {
    Output y;
    for (int d = 0; d < n; ++d) {
      if ((subset >> d & 1U) != 0) y.parts.push_back(d);
    }
    if (std::ssize(y.parts) == std::min(size, n)) all.push_back(y);
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace costruct::test
