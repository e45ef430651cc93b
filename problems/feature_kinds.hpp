// Finds out which kinds of values the features of a table have.
#pragma once

#include <algorithm>
#include <cmath>

#include "costruct/core/feature_table.hpp"

namespace costruct {

/// Returns whether every feature is 0 or 1, and no feature occurs twice in a part. Returns false
/// for a table with shared rows, because their values are real numbers. O(entries).
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

/// Returns whether every feature is an integer >= 0. Returns false for a table with shared rows,
/// because their values are real numbers. O(entries).
inline bool has_counts(const FeatureTable& table) {
  if (!table.rows.empty()) return false;
  return std::all_of(table.value.begin(), table.value.end(),
                     [](double v) { return v >= 0 && v == std::floor(v); });
}

}  // namespace costruct
