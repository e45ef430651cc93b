// Features as view policies see them, and what the policies decide.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// What is known of a feature: its name, its group (for named views), and the number it is counted
/// by in view policies that count (odd_even, ranges): the number in the file for numeric formats,
/// else its 1-based place in the order of first appearance.
struct FeatureInfo {
  std::string name;
  int group = 0;  ///< index into the groups of its examples; -1: in no group, so in no named view
  std::uint64_t number = 0;
};

/// What policies look at, feature by feature: see FeatureInfo.
struct FeatureFacts {
  std::vector<std::string> groups;    ///< in order of first appearance
  std::vector<int> group;             ///< per feature; -1: in none
  std::vector<std::uint64_t> number;  ///< per feature
  bool any_fitted = false;            ///< see ExampleSet::is_fitted()
  Index size() const { return static_cast<Index>(group.size()); }
};

/// The view of each feature, from 0; -1 where it is left out of all.
struct ViewAssignment {
  Index count = 1;
  std::vector<std::int32_t> view_of;
};

}  // namespace costruct::experiments
