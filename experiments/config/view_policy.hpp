// View policies: which view each feature belongs to.
#pragma once

#include <cstdint>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/random.hpp"
#include "costruct/experiments/data/examples/view_assignment.hpp"

namespace costruct::experiments {

struct ViewPolicyEntry {
  std::string name, summary;
  std::vector<std::string> keys;  ///< of the views block, beside `split`
};
/// The policies, in the order in which they are listed.
const std::vector<ViewPolicyEntry>& view_policy_catalog();

/// The declared keys of a `views` block.
const std::vector<OptionInfo>& view_options();

/// Checks a views block: keys, values, ranges that overlap, keys that its policy does not have.
void check_views(const Json& block, const std::string& path, ConfigErrors& errors);

/// A checked block with the keys that its policy has and their defaults, nothing else.
Json views_with_defaults(const Json& block);

/// Assigns features to views by a block from views_with_defaults. `random` serves the policy of that name
/// alone. Throws ConfigError for a group that the data does not have.
ViewAssignment assign_views(const Json& views, const FeatureFacts& facts, RandomStream random);

/// All views in one, for learners that train on all features together.
ViewAssignment joined(ViewAssignment assignment);

}  // namespace costruct::experiments
