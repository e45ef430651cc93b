// View policies: which view each feature belongs to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/core/random.hpp"
#include "costruct/data/examples/view_assignment.hpp"

namespace costruct::experiments {

struct ViewPolicyEntry {
  std::string name, summary;
  std::vector<std::string> keys;  ///< of the views block, beside `split`
};
/// The policies, in the order in which they are listed.
const std::vector<ViewPolicyEntry>& view_policy_catalog();

/// The declared keys of a `views` block.
const std::vector<OptionInfo>& view_options();

enum class ViewSplit { kNone, kNamed, kRandom, kOddEven, kRanges };

/// Features that are counted by these numbers, ends included.
struct FeatureRange {
  std::uint64_t first = 0, last = 0;
  std::int32_t view = 0;
};

/// A `views` block, read.
struct ViewPolicy {
  ViewSplit split = ViewSplit::kNone;
  std::optional<Index> count = 1;  ///< of views; absent: one for each group of the data
  std::vector<std::vector<std::string>>
      groups;                        ///< named: those of each view; random: all that are split
  std::vector<FeatureRange> ranges;  ///< ranges: of all views, in the order of the features
  std::vector<std::string> listed;  ///< the groups or ranges of each view, as they are written down
  Json block = {{"split", "none"}};  ///< for identities, the effective config and models

  Index count_in(const FeatureFacts& facts) const;
};

/// Checks a views block: keys, values, ranges that overlap, keys that its policy does not have.
void check_views(const Json& block, const std::string& path, ConfigErrors& errors);

/// Reads a checked block; ViewPolicy::block has the keys of its policy and their defaults, nothing
/// else.
ViewPolicy read_views(const Json& block);

/// Assigns features to views. `random` serves the split of that name alone. Throws ConfigError for
/// a group that the data does not have.
ViewAssignment assign_views(const ViewPolicy& policy, const FeatureFacts& facts,
                            RandomStream random);

/// All views in one, for learners that train on all features together.
ViewAssignment joined(ViewAssignment assignment);

}  // namespace costruct::experiments
