// The feature map for files that identify features by names (crfsuite).
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// Makes the map from names to the ids 0, 1, 2, ... of features. All features are in one group,
/// "attributes". View policies that count (odd_even, ranges) use the order of first appearance.
std::unique_ptr<FeatureMap> make_named_features();

}  // namespace costruct::experiments
