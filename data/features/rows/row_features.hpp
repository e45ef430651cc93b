// Features that extractors make of rows of numbers (svmlight).
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// The map of a block with a valid list `features`. Of each extractor `values` the numbers in [1,
/// 2^64) have a feature: `17`, or `words.17` where the extractor has the group words for all of
/// them. All are known to view policies that count by the number in the file. Groups are numbered
/// by first appearance in the list.
std::unique_ptr<FeatureMap> make_row_features(const Json& block);

}  // namespace costruct::experiments
