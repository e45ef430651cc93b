// Features of tables with named columns (csv): numbers as they are, names as indicators (one of k).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

inline constexpr const char* kTargetOption = "target";
inline constexpr const char* kNominalOption = "nominal";
inline constexpr const char* kIgnoreOption = "ignore";
inline constexpr const char* kNominalLimitOption = "nominal_limit";
/// Attributes with at least this number of different values are left out (Brefeld 2008, section
/// 4.4.2).
inline constexpr Index kDefaultNominalLimit = 200;

/// The map of a block with these options.
///
/// The columns are those of the first table observed, without the target, counted from 1. Later
/// tables must have these columns too, in any order, and may have others. An empty cell, or ?, is
/// missing.
///
///   numeric   all cells are finite numbers or missing: one feature with the number, 0 for missing
///             cells; if an observed cell is missing, also a feature that is 1 for missing cells
///   nominal   other columns, and those of the option `nominal`: one feature for each observed
///             value, which is 1 if the cell has this value
///
/// Three kinds of columns are left out: those of the option `ignore`, those with missing cells
/// only, and nominal ones with `nominal_limit` values or more. Features are numbered column by
/// column, and values of a column by first appearance. FeatureInfo::number is the number of the
/// column.
std::unique_ptr<FeatureMap> make_table_features(const Json& block);

/// Checks that `nominal` and `ignore` of a valid block do not name the target, and name no column
/// twice.
void check_table_options(const Json& block, const std::string& path, ConfigErrors& errors);

/// The advice for a column name that the header does not contain: the nearest name, or all names.
std::string advice_on_column(const std::string& name, const std::vector<std::string>& header);

}  // namespace costruct::experiments
