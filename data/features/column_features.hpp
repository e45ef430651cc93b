// Features that extractors compute from columns (conll, brown).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// The map from attributes at offsets to dense ids, for a block with a valid list `features`.
/// Groups are numbered by first appearance in the list.
std::unique_ptr<FeatureMap> make_column_features(const Json& block,
                                                 const std::vector<std::string>& columns);

}  // namespace costruct::experiments
