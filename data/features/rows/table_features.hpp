// Features of tables with named columns (csv): numbers as they are, names one of k.
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
/// Brefeld 2008, section 4.4.2: attributes with 200 different values or more are left out.
inline constexpr Index kDefaultNominalLimit = 200;

/// The map of a block with these options. The columns are those of the first table observed, but
/// for the target, counted from 1; later tables must have them too, in any order, and may have
/// others. A cell that is empty or ? is missing.
///   numeric   all cells are finite numbers or missing: a feature with the number (0 where it is
///             missing) and, if any is missing among those observed, a feature that is 1 where it
///             is missing
///   nominal   the others, and those of the option `nominal`: a feature for each value observed, 1
///             where the cell has it
/// Left out are columns of the option `ignore`, those of missing cells only, and nominal ones with
/// `nominal_limit` values or more. Features are numbered column by column, values of a column in
/// the order of their appearance. FeatureInfo::number is that of the column.
std::unique_ptr<FeatureMap> make_table_features(const Json& block);

/// Checks that a block with valid options does not name the target, or a column twice, under
/// `nominal` and `ignore`.
void check_table_options(const Json& block, const std::string& path, ConfigErrors& errors);

/// What to say to somebody who has named a column that is not in the header: the nearest one, or
/// all.
std::string advice_on_column(const std::string& name, const std::vector<std::string>& header);

}  // namespace costruct::experiments
