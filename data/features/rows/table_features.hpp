// The feature map for tables with named columns (csv). Numbers stay numbers; names become
// indicators.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// The options of a table with names of columns. `target` is the column to predict. The columns of
/// `nominal` are nominal even if they look numeric. The columns of `ignore` are left out.
inline constexpr const char* kTargetOption = "target";
inline constexpr const char* kNominalOption = "nominal";
inline constexpr const char* kIgnoreOption = "ignore";
/// The option with a number: nominal columns with this number of different values or more are left
/// out. Its default follows Brefeld 2008, section 4.4.2.
inline constexpr const char* kNominalLimitOption = "nominal_limit";
inline constexpr Index kDefaultNominalLimit = 200;

/// Makes the map for a block with these options. The columns are those of the first observed table
/// without the target, counted from 1. Further observed tables must have all of them, in any order,
/// except ignored ones. Tables that are read later must have those with features. All may have
/// other columns. A missing value is an empty cell, ?, or a mark such as NA (missing_marks.hpp). In
/// columns of the option `nominal`, it is an empty cell or ?. There are two types of columns:
///   numeric   All cells that are not missing are finite numbers in one style (number_style.hpp),
///             for example 1.5, or `1,250`, or ISO dates. The column has a feature with the number,
///             0 if it is missing. If any observed cell is missing, a second feature is 1 where the
///             number is missing.
///   nominal   All other columns, and those of the option `nominal`. The column has a feature for
///             each observed value, 1 where the cell has this value.
/// Extractors under `features` make further features of columns of texts (text_features.hpp). These
/// columns are left out: those of the option `ignore`, those with only missing cells, and nominal
/// ones with `nominal_limit` values or more. Features are numbered column by column, and
/// within a column in the order of first appearance. FeatureInfo::number is the number of the
/// column.
std::unique_ptr<FeatureMap> make_table_features(const Json& block);

/// Checks a block with valid options, and adds what is wrong to `errors`. No column may be in two
/// of `nominal`, `ignore` and `features`, and none of them may contain the target. `decimal` and
/// `thousands` must go together (number_style.hpp).
void check_table_options(const Json& block, const std::string& path, ConfigErrors& errors);

}  // namespace costruct::experiments
