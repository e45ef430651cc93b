// The feature map for tables of binary numbers (npy): every column except the target is a feature.
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

inline constexpr const char* kTargetColumnOption = "target_column";

/// The column of the target in a table with `columns` columns, from 0.
Index target_place(const Json& block, Index columns);

/// Makes the map for a block with the options `target_column` and `groups`. The first example must
/// be a training example; it determines the number of columns. Feature j is the j-th column without
/// the target, and its number is j, from 1. Later tables have the same number of columns, or one
/// fewer; then the target is missing.
std::unique_ptr<FeatureMap> make_dense_features(const Json& block);

}  // namespace costruct::experiments
