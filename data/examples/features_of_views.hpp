// The inverse of a view assignment.
#pragma once

#include "costruct/data/examples/view_assignment.hpp"

namespace costruct::experiments {

/// The features of each view, ascending.
inline std::vector<std::vector<std::int32_t>> features_of_views(const ViewAssignment& views) {
  std::vector<std::vector<std::int32_t>> features(static_cast<std::size_t>(views.count));
  for (std::size_t feature = 0; feature < views.view_of.size(); ++feature) {
    const std::int32_t view = views.view_of[feature];
    if (view >= 0)
      features[static_cast<std::size_t>(view)].push_back(static_cast<std::int32_t>(feature));
  }
  return features;
}

}  // namespace costruct::experiments
