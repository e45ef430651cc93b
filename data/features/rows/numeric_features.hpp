// The feature map for files that identify features by numbers (svmlight, svmhmm).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// The form (core/json/value_form.hpp) of the number of a feature, from 1, in a range of features.
Json feature_number_form();

/// The option `groups`: [{"name", "first", "last"}, ...]. Each group is a range of feature numbers.
OptionInfo groups_option();

/// A group of features: the numbers from first to last.
struct NumberRange {
  std::string name;
  std::uint64_t first = 0, last = 0;
};
/// The groups of a valid block. Without `groups`, one group with all features.
std::vector<NumberRange> groups_of(const Json& block);
/// The place of the group that contains this number; -1 if no group does.
int group_of(const std::vector<NumberRange>& groups, std::uint64_t number);

/// Makes the map from numbers in [1, 2^64) to dense ids. Memory grows with the number of features,
/// not with the size of their numbers. Without `groups` all features are in the group "features".
/// With `groups`, a feature outside all ranges has the group -1.
std::unique_ptr<FeatureMap> make_numeric_features(const Json& block);

}  // namespace costruct::experiments
