// One problem per view of some data, and their joint problem.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "costruct/core/views.hpp"

namespace costruct {

/// over(first, count) makes the problem over the views [first, first + count) of data with `count` >= 1
/// views.
template <class Over>
Views views_over(Index count, const Over& over) {
  if (count == 1) return Views(over(Index{0}, Index{1}));
  std::vector<std::unique_ptr<const StructuredProblem>> views;
  for (Index v = 0; v < count; ++v) views.push_back(over(v, Index{1}));
  return Views(std::move(views), over(Index{0}, count));
}

}  // namespace costruct
