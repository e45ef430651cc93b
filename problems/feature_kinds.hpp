// Which kinds of values the features of a table have.
#pragma once

#include <algorithm>
#include <cmath>

#include "costruct/core/feature_table.hpp"

namespace costruct {

/// Whether every feature is 0 or 1, and no feature occurs twice in a part. Shared rows are real
/// numbers. O(entries).
inline bool has_indicators(const FeatureTable& table) {
  if (!table.rows.empty()) return false;
  if (std::any_of(table.value.begin(), table.value.end(),
                  [](double v) { return v != 1 && v != 0; }))
    return false;
  std::vector<Index> last_part(table.num_features, -1);
  for (Index p = 0; p < table.num_parts(); ++p) {
    for (const auto feature : table.features_of(p)) {
      if (last_part[feature] == p) return false;  // a repeated feature adds up to 2
      last_part[feature] = p;
    }
  }
  return true;
}

/// Whether every feature is a whole number >= 0. Shared rows are real numbers. O(entries).
inline bool has_counts(const FeatureTable& table) {
  if (!table.rows.empty()) return false;
  return std::all_of(table.value.begin(), table.value.end(),
                     [](double v) { return v >= 0 && v == std::floor(v); });
}

}  // namespace costruct
