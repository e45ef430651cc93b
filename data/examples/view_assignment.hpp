// The facts that view policies know about features, and the view assignments that they make. A view
// policy (option `views.split`) assigns features to views: by group, at random, by odd and even
// numbers, or by ranges of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A feature: its name, its group (for named views) and its number. Policies that count (odd_even,
/// ranges) use the number. For numeric formats it is the number in the file; for others it is the
/// place in the order of first appearance, from 1.
struct FeatureInfo {
  std::string name;
  int group = 0;  ///< index into the groups of its examples; -1: no group, so in no named view
  std::uint64_t number = 0;
};

/// The facts that policies use, for all features; see FeatureInfo.
struct FeatureFacts {
  std::vector<std::string> groups;    ///< in the order of first appearance
  std::vector<int> group;             ///< of each feature; -1: no group
  std::vector<std::uint64_t> number;  ///< of each feature
  bool any_fitted = false;            ///< whether ExampleSet::is_fitted() holds for any feature
  Index size() const { return static_cast<Index>(group.size()); }
};

/// The view of each feature, from 0; -1 if it is in no view.
struct ViewAssignment {
  Index count = 1;  ///< number of views
  std::vector<std::int32_t> view_of;
};

}  // namespace costruct::experiments
