// Features that extractors compute from rows of numbers (svmlight).
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// The map of a block with a valid list `features`. Each extractor `values` gives a feature to each
/// number in [1, 2^64). The feature is called `17`, or `words.17` if the extractor puts all of them
/// into the group words. View policies that count use the number in the file. Groups are numbered
/// by first appearance in the list.
std::unique_ptr<FeatureMap> make_row_features(const Json& block);

}  // namespace costruct::experiments
