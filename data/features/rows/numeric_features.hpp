// Features that files call by numbers (svmlight, svmhmm).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "costruct/data/features/feature_map.hpp"

namespace costruct::experiments {

/// The option `groups`: [{"name", "first", "last"}, ...], ranges of feature numbers that belong
/// together.
OptionInfo groups_option();

/// A group of features: the numbers from first to last.
struct NumberRange {
  std::string name;
  std::uint64_t first = 0, last = 0;
};
/// The groups of a valid block; without `groups` the one group of all features.
std::vector<NumberRange> groups_of(const Json& block);
/// The place of the group with this number; -1 where it is in none.
int group_of(const std::vector<NumberRange>& groups, std::uint64_t number);

/// The map from numbers in [1, 2^64) to dense ids; memory follows the number of features, not their
/// size. Without `groups` all features are in one group "features"; with them, a feature in no
/// range has the group -1.
std::unique_ptr<FeatureMap> make_numeric_features(const Json& block);

}  // namespace costruct::experiments
