// The feature map for files that identify features by names (crfsuite).
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// Makes the map from names to dense ids. All features are in one group, "attributes". Policies
/// that count use the order of first appearance.
std::unique_ptr<FeatureMap> make_named_features();

}  // namespace costruct::experiments
