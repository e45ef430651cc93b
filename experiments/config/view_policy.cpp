#include "costruct/experiments/config/view_policy.hpp"

#include <fmt/format.h>

#include <numeric>
#include <unordered_map>

#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {
namespace {

struct ViewOptions {
  ViewSplit split = ViewSplit::kNone;
  Index count = 2;
  Json groups = nullptr;
  Json ranges = nullptr;
};

std::optional<std::string> wrong_groups(const Json& value) {
  if (value.is_null()) return std::nullopt;
  if (!value.is_array() || value.empty())
    return "must be a list with a list of group names per view";
  std::vector<std::string> seen;
  for (const Json& view : value) {
    if (!view.is_array() || view.empty()) return "must hold a list of group names per view";
    for (const Json& group : view) {
      if (!group.is_string()) return "must hold names of groups";
      const auto name = group.get<std::string>();
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
        return "group " + name + " stands twice: a feature belongs to one view";
      }
      seen.push_back(name);
    }
  }
  return std::nullopt;
}

bool is_pair(const Json& value) {
  return value.is_array() && value.size() == 2 && value[0].is_number() && value[1].is_number();
}

// The ranges of all views, in the order of the features. If they are not valid, returns nullopt and
// sets `wrong`.
std::optional<std::vector<FeatureRange>> read_ranges(const Json& value, std::string& wrong) {
  const auto fail = [&](std::string what) {
    wrong = std::move(what);
    return std::nullopt;
  };
  if (!value.is_array() || value.empty())
    return fail("must be a list with [first, last] or a list of such pairs per view");
  std::vector<FeatureRange> ranges;
  for (std::size_t v = 0; v < value.size(); ++v) {
    const Json pairs = is_pair(value[v]) ? Json::array({value[v]}) : value[v];
    if (!pairs.is_array() || pairs.empty())
      return fail("must hold [first, last] or a list of such pairs per view");
    for (const Json& pair : pairs) {
      if (!is_pair(pair)) return fail(shown(pair) + " is no pair [first, last]");
      for (const Json& end : pair) {
        if (!end.is_number_integer() ||
            (!end.is_number_unsigned() && end.get<std::int64_t>() < 1) ||
            end.get<std::uint64_t>() < 1) {
          return fail(shown(pair) + ": features count from 1");
        }
      }
      ranges.push_back({pair[0].get<std::uint64_t>(), pair[1].get<std::uint64_t>(),
                        static_cast<std::int32_t>(v)});
      if (ranges.back().first > ranges.back().last)
        return fail(shown(pair) + ": first must be <= last");
    }
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].first <= ranges[i - 1].last) {
      return fail(fmt::format("[{}, {}] and [{}, {}] overlap", ranges[i - 1].first,
                              ranges[i - 1].last, ranges[i].first, ranges[i].last));
    }
  }
  return ranges;
}

std::optional<std::string> wrong_ranges(const Json& value) {
  if (value.is_null()) return std::nullopt;
  std::string wrong;
  if (read_ranges(value, wrong)) return std::nullopt;
  return wrong;
}

OptionDeclaration<ViewOptions> declaration() {
  const Json pair = {{"type", "array"},
                     {"items", {{"type", "integer"}, {"minimum", 1}}},
                     {"minItems", 2},
                     {"maxItems", 2}};
  const Json pairs = {{"type", "array"}, {"items", pair}, {"minItems", 1}};
  OptionDeclaration<ViewOptions> options;
  options.choice("split", &ViewOptions::split, view_policy_catalog().names(),
                 "how features are assigned to views");
  options.integer("count", &ViewOptions::count, {.at_least = 1, .at_most = 1000},
                  "random: number of views");
  options.json("groups", &ViewOptions::groups, wrong_groups,
               {{"title", "list of lists of group names"},
                {"type", {"array", "null"}},
                {"items", {{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", 1}}},
                {"minItems", 1}},
               "named: the groups of each view; absent: each group is a view; random: one list, of "
               "the groups "
               "whose features are split; absent: all");
  options.json("ranges", &ViewOptions::ranges, wrong_ranges,
               {{"title", "list of [first, last] or of lists of such pairs"},
                {"type", {"array", "null"}},
                {"items", {{"anyOf", {pair, pairs}}}},
                {"minItems", 1}},
               "ranges: the features of each view, counted from 1, ends included");
  return options;
}

const ViewPolicyEntry& policy_of(const Json& block) {
  const std::string name = block.value("split", "none");
  if (const ViewPolicyEntry* entry = view_policy_catalog().find(name)) return *entry;
  throw ConfigError("views.split = " + name + ": must be " + one_of(view_policy_catalog().names()));
}

/// The input column of each feature, numbered from 0 by first occurrence. Features with the same
/// number share a column.
std::vector<std::size_t> columns_of(const FeatureFacts& facts, Index& count) {
  std::unordered_map<std::uint64_t, std::size_t> column_of;
  std::vector<std::size_t> columns;
  columns.reserve(facts.number.size());
  for (const std::uint64_t number : facts.number)
    columns.push_back(column_of.emplace(number, column_of.size()).first->second);
  count = static_cast<Index>(column_of.size());
  return columns;
}

/// The view in the policy's list that has each group; -1: no view.
std::vector<std::int32_t> views_of_groups(const ViewPolicy& policy, const FeatureFacts& facts) {
  std::vector<std::int32_t> view_of_group(facts.groups.size(), -1);
  for (std::size_t v = 0; v < policy.groups.size(); ++v) {
    for (const std::string& name : policy.groups[v]) {
      const auto at = std::find(facts.groups.begin(), facts.groups.end(), name);
      if (at == facts.groups.end()) {
        const std::string meant = did_you_mean(name, facts.groups);
        throw ConfigError(
            fmt::format("views.groups.{}: the data has no group {}: {}", v, shown_name(name),
                        meant.empty() ? "its groups are " + one_of(facts.groups) : meant));
      }
      view_of_group[at - facts.groups.begin()] = static_cast<std::int32_t>(v);
    }
  }
  return view_of_group;
}

ViewAssignment by_groups(const ViewPolicy& policy, const FeatureFacts& facts) {
  std::vector<std::int32_t> view_of_group = views_of_groups(policy, facts);
  if (!policy.count) std::iota(view_of_group.begin(), view_of_group.end(), 0);
  ViewAssignment assignment{policy.count_in(facts), {}};
  assignment.view_of.reserve(facts.group.size());
  for (const int group : facts.group) {
    assignment.view_of.push_back(group < 0 ? -1 : view_of_group[group]);
  }
  return assignment;
}

/// The facts of the features in the policy's groups; of all features if it names no groups.
FeatureFacts listed_facts(const ViewPolicy& policy, const FeatureFacts& facts) {
  if (policy.groups.empty()) return facts;
  const std::vector<std::int32_t> view_of_group = views_of_groups(policy, facts);
  FeatureFacts listed{facts.groups, {}, {}};
  for (std::size_t i = 0; i < facts.group.size(); ++i) {
    if (facts.group[i] < 0 || view_of_group[facts.group[i]] < 0) continue;
    listed.group.push_back(facts.group[i]);
    listed.number.push_back(facts.number[i]);
  }
  return listed;
}

/// Assigns features at random. Features of groups that are not listed are in no view.
ViewAssignment by_chance(const ViewPolicy& policy, const FeatureFacts& facts, RandomStream random) {
  const Index count = *policy.count;
  Index num_columns = 0;
  const std::vector<std::size_t> columns = columns_of(listed_facts(policy, facts), num_columns);
  std::vector<std::size_t> order(static_cast<std::size_t>(num_columns));
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  std::vector<std::int32_t> view_of(order.size());
  for (Index v = 0; v < count; ++v) {  // view v gets part v: sizes differ by at most one
    for (Index i = v * num_columns / count; i < (v + 1) * num_columns / count; ++i)
      view_of[order[static_cast<std::size_t>(i)]] = static_cast<std::int32_t>(v);
  }
  ViewAssignment assignment{count, {}};
  assignment.view_of.reserve(columns.size());
  const std::vector<std::int32_t> view_of_group = views_of_groups(policy, facts);
  auto column = columns.begin();
  for (const int group : facts.group) {
    const bool is_listed = policy.groups.empty() || (group >= 0 && view_of_group[group] >= 0);
    assignment.view_of.push_back(is_listed ? view_of[*column++] : -1);
  }
  return assignment;
}

bool has_key(const ViewPolicyEntry& policy, const std::string& key) {
  return std::find(policy.keys.begin(), policy.keys.end(), key) != policy.keys.end();
}

ViewAssignment by_ranges(const ViewPolicy& policy, const FeatureFacts& facts) {
  const std::vector<FeatureRange>& ranges = policy.ranges;
  ViewAssignment assignment{*policy.count, std::vector<std::int32_t>(facts.group.size(), -1)};
  for (std::size_t i = 0; i < facts.number.size(); ++i) {
    const auto after = std::upper_bound(
        ranges.begin(), ranges.end(), facts.number[i],
        [](std::uint64_t number, const FeatureRange& r) { return number < r.first; });
    if (after == ranges.begin()) continue;
    const FeatureRange& range = *std::prev(after);
    if (facts.number[i] <= range.last) assignment.view_of[i] = range.view;
  }
  return assignment;
}

}  // namespace

const Catalog<ViewPolicyEntry>& view_policy_catalog() {
  static const Catalog<ViewPolicyEntry> catalog(
      "view policy",
      {{"none", "one view of all features", {}},
       {"named", "views are groups of features, as named by the data", {"groups"}},
       {"random",
        "a random partition of the features into `count` views of equal size, fresh per "
        "repetition; features of one column of a table stay together",
        {"count", "groups"}},
       {"odd_even", "features with odd numbers are view 1, those with even numbers view 2", {}},
       {"ranges",
        "views are ranges of feature numbers; a feature in no range is left out",
        {"ranges"}}});
  return catalog;
}

const std::vector<OptionInfo>& view_options() {
  static const std::vector<OptionInfo> options = declaration().list();
  return options;
}

void check_views(const Json& block, const std::string& path, ConfigErrors& errors) {
  check_options(view_options(), block, path, errors);
  if (!block.is_object()) return;
  const auto split = block.find("split");
  if (split != block.end() && check_option(view_options()[0], *split)) return;  // noted above
  const ViewPolicyEntry& policy = policy_of(block);
  std::vector<std::string> told;
  for (const ViewPolicyEntry& other : view_policy_catalog()) {
    for (const std::string& key : other.keys) {
      const auto at = block.find(key);
      if (has_key(policy, key) || at == block.end() || at->is_null()) continue;
      if (std::find(told.begin(), told.end(), key) != told.end()) continue;
      told.push_back(key);
      errors.add(path + "." + key,
                 " belongs to split " + other.name + ", but split is " + policy.name);
    }
  }
  if (policy.name == "random" && block.contains("groups") && block.at("groups").is_array() &&
      block.at("groups").size() > 1) {
    errors.add(path + ".groups",
               " has several lists, but split random deals out the features of one: [" +
                   shown(block.at("groups")[0]) + "]");
  }
  if (policy.name == "ranges" && (!block.contains("ranges") || block.at("ranges").is_null())) {
    errors.add(path + ".ranges", " is missing: split ranges needs the features of each view");
  }
}

ViewPolicy read_views(const Json& block) {
  const ViewOptions options = declaration().parse(block);
  const Json all = with_defaults(view_options(), block);
  ViewPolicy policy;
  policy.split = options.split;
  for (const std::string& key : policy_of(block).keys) {
    const bool is_absent = options.split == ViewSplit::kRandom && all.at(key).is_null();
    if (!is_absent) policy.block[key] = all.at(key);
  }
  policy.block["split"] = all.at("split");
  const auto list = [&](const Json& of_views) {
    for (const Json& of_view : of_views) policy.listed.push_back(shown(of_view));
    policy.count = std::ssize(policy.listed);
  };
  std::string wrong;
  switch (options.split) {
    case ViewSplit::kNone:
      break;
    case ViewSplit::kNamed:
      policy.count = std::nullopt;
      if (options.groups.is_null()) break;
      list(options.groups);
      policy.groups = options.groups.get<std::vector<std::vector<std::string>>>();
      break;
    case ViewSplit::kRandom:
      policy.count = options.count;
      if (!options.groups.is_null())
        policy.groups = options.groups.get<std::vector<std::vector<std::string>>>();
      break;
    case ViewSplit::kOddEven:
      policy.count = 2;
      break;
    case ViewSplit::kRanges:
      list(options.ranges);
      policy.ranges = read_ranges(options.ranges, wrong).value();
      break;
  }
  return policy;
}

Index ViewPolicy::count_in(const FeatureFacts& facts) const {
  return count.value_or(std::max<Index>(std::ssize(facts.groups), 1));
}

ViewAssignment assign_views(const ViewPolicy& policy, const FeatureFacts& facts,
                            RandomStream random) {
  if (policy.split == ViewSplit::kNamed) return by_groups(policy, facts);
  if (policy.split == ViewSplit::kRandom) return by_chance(policy, facts, random);
  if (policy.split == ViewSplit::kRanges) return by_ranges(policy, facts);
  ViewAssignment assignment{*policy.count, std::vector<std::int32_t>(facts.group.size(), 0)};
  for (std::size_t i = 0; policy.split == ViewSplit::kOddEven && i < facts.number.size(); ++i)
    assignment.view_of[i] = facts.number[i] % 2 == 1 ? 0 : 1;
  return assignment;
}

ViewAssignment joined(ViewAssignment assignment) {
  assignment.count = 1;
  for (std::int32_t& view : assignment.view_of) view = std::min(view, 0);
  return assignment;
}

}  // namespace costruct::experiments
