// View policies: they assign each feature to a view.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/catalog.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/random.hpp"
#include "costruct/data/examples/view_assignment.hpp"

namespace costruct::experiments {

/// How the features are split into views.
enum class ViewSplit { kNone, kNamed, kRandom, kOddEven, kRanges };

/// A policy as the user sees it.
struct ViewPolicyEntry {
  ViewPolicyEntry(std::string name, std::string summary, ViewSplit split);

  std::string name, summary;
  ViewSplit split;
  std::vector<OptionInfo> options;  ///< its keys in the views block, without `split`
};
/// All policies, in the order of listings.
const Catalog<ViewPolicyEntry>& view_policy_catalog();

/// The types of a `views` block. A block without `split` has one view.
BlockTypes view_policy_types();

/// The features with the numbers `first` to `last`, both included.
struct FeatureRange {
  std::uint64_t first = 0, last = 0;
  std::int32_t view = 0;
};

/// A `views` block, after reading.
struct ViewPolicy {
  ViewSplit split = ViewSplit::kNone;
  std::optional<Index> count = 1;  ///< number of views; nullopt: one for each group of the data
  /// named: the groups of each view. random: one list, all groups that are split.
  std::vector<std::vector<std::string>> groups;
  std::vector<FeatureRange> ranges;  ///< ranges: of all views, in the order of the features
  std::vector<std::string> listed;   ///< the groups or ranges of each view, as the config has them
  Json block = {{"split", "none"}};  ///< for identities, the effective config and models

  /// The number of views for data with these features.
  Index count_in(const FeatureFacts& facts) const;
};

/// Checks a views block: keys, values, overlapping ranges, keys of another policy.
void check_views(const Json& block, const std::string& path, ConfigErrors& errors);

/// Reads a checked block. ViewPolicy::block has exactly the keys of its policy, with defaults.
ViewPolicy read_views(const Json& block);

/// Assigns features to views. Only the split `random` uses the random stream. Throws ConfigError
/// for a group that the data do not have.
ViewAssignment assign_views(const ViewPolicy& policy, const FeatureFacts& facts,
                            RandomStream random);

/// All views joined into one, for learners that train on all features together.
ViewAssignment joined(ViewAssignment assignment);

}  // namespace costruct::experiments
