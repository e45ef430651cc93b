// The feature map of extractors for column formats (conll, brown).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// Makes the map from attributes at offsets (extractor.hpp) to the ids 0, 1, 2, ... of features, in
/// the order of first appearance. The block must have a valid list `features`. Groups are numbered
/// by first appearance in the list.
/// @param columns  the names of the columns of the format
std::unique_ptr<FeatureMap> make_column_features(const Json& block,
                                                 const std::vector<std::string>& columns);

}  // namespace costruct::experiments
