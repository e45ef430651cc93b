// FeatureInfo and FeatureFacts, which view policies read, and ViewAssignment, which is their
// result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A feature: its name, its group (for named views), and its number (for the policies odd_even and
/// ranges). In numeric formats it is the number in the file. In other formats it is the place in
/// the order of first appearance, from 1.
struct FeatureInfo {
  std::string name;
  int group = 0;  ///< index into the groups of the examples; -1: in no group, so in no named view
  std::uint64_t number = 0;
};

/// What policies read, feature by feature: see FeatureInfo.
struct FeatureFacts {
  std::vector<std::string> groups;    ///< in order of first appearance
  std::vector<int> group;             ///< for each feature; -1: in no group
  std::vector<std::uint64_t> number;  ///< per feature
  bool any_fitted = false;            ///< see ExampleSet::is_fitted()
  Index size() const { return static_cast<Index>(group.size()); }
};

/// The view of each feature, from 0; -1 if it is in no view.
struct ViewAssignment {
  Index count = 1;
  std::vector<std::int32_t> view_of;
};

}  // namespace costruct::experiments
