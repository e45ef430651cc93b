// The feature map of extractors for rows of numbers (svmlight).
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// Makes the map for a block with a valid list `features`. Each extractor `values` has a feature
/// for each number in [1, 2^64). It is called `17`, or `words.17` if the extractor has the group
/// "words" for all its features. View policies that count use the number in the file. Groups are
/// numbered by first appearance in the list.
std::unique_ptr<FeatureMap> make_row_features(const Json& block);

}  // namespace costruct::experiments
