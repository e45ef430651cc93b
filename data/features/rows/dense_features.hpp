// Features of tables of binary numbers (npy): every column but the target's.
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

inline constexpr const char* kTargetColumnOption = "target_column";

/// Where the target stands in a table with so many columns, counted from 0.
Index target_place(const Json& block, Index columns);

/// The map of a block with the options `target_column` and `groups`. The first example, which must
/// be one of training, says how many columns there are: feature j is the j-th one, counted without
/// the target; its number is j, from 1. Later tables have as many columns, or one fewer: then that
/// of the target is missing.
std::unique_ptr<FeatureMap> make_dense_features(const Json& block);

}  // namespace costruct::experiments
