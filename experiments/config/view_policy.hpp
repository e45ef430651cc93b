// View policies: they assign each feature to a view.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "costruct/core/catalog.hpp"
#include "costruct/core/options.hpp"
#include "costruct/core/random.hpp"
#include "costruct/data/examples/view_assignment.hpp"

namespace costruct::experiments {

/// The policy `none`.
ViewAssignment all_in_one_view(const FeatureFacts& facts, RandomStream random);

/// A `views` block, after reading.
struct ViewPolicy {
  std::optional<Index> count = 1;   ///< number of views; nullopt: one for each group of the data
  std::vector<std::string> listed;  ///< what the config lists for each view, as text; or empty
  /// Whether the policy divides all features of any data among its views. For learners that join
  /// the views it then has no effect, and a note says so. False for `none`, which divides nothing.
  bool parts_all = false;
  /// Assigns features to views. Throws ConfigError for a group that the data do not have. Only
  /// random policies use `random`, the stream of the repetition.
  std::function<ViewAssignment(const FeatureFacts& facts, RandomStream random)> assign =
      all_in_one_view;
  /// The block with defaults, for the identities of cells, the effective config and models.
  Json block = {{"split", "none"}};

  bool is_none() const { return block["split"] == "none"; }
  /// The number of views for data with these features: `count`, or the number of groups, at least
  /// 1.
  Index count_in(const FeatureFacts& facts) const;
};

/// A policy as the user sees it.
struct ViewPolicyEntry {
  std::string name, summary;
  std::vector<OptionInfo> options;  ///< its keys in the views block, without `split`
  /// Makes the policy from all its options. read_views() sets the block.
  std::function<ViewPolicy(const Json& options)> make;
  bool omits_null = false;  ///< whether ViewPolicy::block leaves out options that are null
};

/// All policies, in the order of listings.
const Catalog<ViewPolicyEntry>& view_policy_catalog();

/// Adds a policy of your own program at the end of the catalog. Throws as Catalog::add() does.
void add_view_policy(ViewPolicyEntry entry);

/// The types of a `views` block. A block without `split` has one view.
BlockTypes view_policy_types();

/// Checks a views block: keys, values, overlapping ranges, keys of another policy (valid if null).
/// Adds what is wrong to `errors`. `path` is the place of the block in the config ("views").
void check_views(const Json& block, const std::string& path, ConfigErrors& errors);

/// Reads a checked block. ViewPolicy::block has `split` and the keys of this policy alone, with
/// defaults; see ViewPolicyEntry::omits_null.
ViewPolicy read_views(const Json& block);

/// All views joined into one, for learners that train on all features together. Features in no view
/// stay in none.
ViewAssignment joined(ViewAssignment assignment);

}  // namespace costruct::experiments
