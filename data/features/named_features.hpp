// Features that files identify by names (crfsuite).
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// The map from names to dense ids. All features are in one group, "attributes". View policies that
/// count use the order of first appearance.
std::unique_ptr<FeatureMap> make_named_features();

}  // namespace costruct::experiments
