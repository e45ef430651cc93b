// Makes one problem per view of some data, their joint problem, and the problem with all features
// in one view.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "costruct/core/views.hpp"

namespace costruct {

/// Makes the Views over `data`. The call over(data, first, count) must make the problem over the
/// views [first, first + count) of its data. It may come after this function has returned, so
/// `over` must own what it captures.
/// @param count  >= 1, the number of views of `data`
/// @param data   data->in_one_view() must return the same features in one view
template <class Data, class Over>
Views views_over(Index count, const std::shared_ptr<const Data>& data, const Over& over) {
  if (count == 1) return Views(over(data, Index{0}, Index{1}));
  std::vector<std::unique_ptr<const StructuredProblem>> views;
  for (Index v = 0; v < count; ++v) views.push_back(over(data, v, Index{1}));
  return Views(std::move(views), over(data, Index{0}, count),
               [data, over] { return over(data->in_one_view(), Index{0}, Index{1}); });
}

}  // namespace costruct
