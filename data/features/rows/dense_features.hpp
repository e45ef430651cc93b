// Features of tables of binary numbers (npy): every column except the target.
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

inline constexpr const char* kTargetColumnOption = "target_column";

/// The index of the target column, from 0, in a table with this number of columns.
Index target_place(const Json& block, Index columns);

/// The map of a block with the options `target_column` and `groups`.
///
/// The first example, which must be a training example, defines the number of columns. Feature j is
/// column j without the target, and its number is j, from 1. Later tables must have as many
/// columns, or one fewer if the target is missing.
std::unique_ptr<FeatureMap> make_dense_features(const Json& block);

}  // namespace costruct::experiments
