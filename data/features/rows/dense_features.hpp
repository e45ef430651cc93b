// The feature map for tables of binary numbers (npy): every column except the target is a feature.
#pragma once

#include <memory>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// The option with the column of the target, from 1.
inline constexpr const char* kTargetColumnOption = "target_column";

/// The column of the target in a table with `columns` columns, from 0: the last one without the
/// option. The caller checks that the table has it.
Index target_place(const Json& block, Index columns);

/// Makes the map for a block with the options `target_column` and `groups`. The first example must
/// be a training example; it determines the number of columns. Features have the numbers 1, 2, ...
/// in the order of the columns without the target. Later tables have the same number of columns, or
/// one fewer; then the target is missing. Another number of columns, or a feature that is not
/// finite, is a DataError with file and row.
std::unique_ptr<FeatureMap> make_dense_features(const Json& block);

}  // namespace costruct::experiments
