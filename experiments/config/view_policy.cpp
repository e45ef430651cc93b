#include "costruct/experiments/config/view_policy.hpp"

#include <fmt/format.h>

#include <numeric>
#include <unordered_map>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"

namespace costruct::experiments {
namespace {

struct ViewOptions {
  Index count = 2;
  Json groups = nullptr;
  Json ranges = nullptr;
};

std::optional<std::string> wrong_groups(const Json& views) {
  std::vector<Json> seen;
  for (const Json& view : views) {
    for (const Json& group : view) {
      if (std::find(seen.begin(), seen.end(), group) != seen.end())
        return "group " + group.get<std::string>() + " stands twice: a feature belongs to one view";
      seen.push_back(group);
    }
  }
  return std::nullopt;
}

bool is_pair(const Json& value) {
  return value.is_array() && value.size() == 2 && value[0].is_number() && value[1].is_number();
}

// The ranges of all views, in the order of the features. If they are not valid, returns nullopt and
// sets `wrong`.
std::optional<std::vector<FeatureRange>> read_ranges(const Json& views, std::string& wrong) {
  const auto fail = [&](std::string what) {
    wrong = std::move(what);
    return std::nullopt;
  };
  std::vector<FeatureRange> ranges;
  for (std::size_t v = 0; v < views.size(); ++v) {
    for (const Json& pair : is_pair(views[v]) ? Json::array({views[v]}) : views[v]) {
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
  std::string wrong;
  if (read_ranges(value, wrong)) return std::nullopt;
  return wrong;
}

constexpr const char* kPolicyKey = "split";

Json groups_form(const char* title, const ListSize& size) {
  const Json name = {{"title", "name of a group"}, {"type", "string"}};
  const Json names = list_form("list of group names", name, {.at_least = 1});
  return or_null(list_form(title, names, size));
}

OptionDeclaration<ViewOptions> named_options() {
  OptionDeclaration<ViewOptions> options;
  options.json("groups", &ViewOptions::groups,
               groups_form("list with a list of group names per view", {.at_least = 1}),
               "the groups of each view; absent: each group is a view", wrong_groups);
  return options;
}

OptionDeclaration<ViewOptions> random_options() {
  OptionDeclaration<ViewOptions> options;
  options.integer("count", &ViewOptions::count, {.at_least = 1, .at_most = 1000},
                  "number of views");
  options.json("groups", &ViewOptions::groups,
               groups_form("list with one list of group names", {.at_least = 1, .at_most = 1}),
               "one list, of the groups whose features are split; absent: all", wrong_groups);
  return options;
}

OptionDeclaration<ViewOptions> range_options() {
  const Json number = feature_number_form();
  const Json pair = tuple_form("pair [first, last] of feature numbers, from 1", {number, number});
  OptionDeclaration<ViewOptions> options;
  options
      .json("ranges", &ViewOptions::ranges,
            list_form(
                "list with [first, last] or a list of such pairs per view",
                any_form("pair [first, last] of feature numbers from 1, or a list of such pairs",
                         {pair, list_form("", pair, {.at_least = 1})}),
                {.at_least = 1}),
            "the features of each view, counted from 1, ends included", wrong_ranges)
      .required();
  return options;
}

OptionDeclaration<ViewOptions> declaration_of(ViewSplit split) {
  switch (split) {
    case ViewSplit::kNamed:
      return named_options();
    case ViewSplit::kRandom:
      return random_options();
    case ViewSplit::kRanges:
      return range_options();
    case ViewSplit::kNone:
    case ViewSplit::kOddEven:
      break;
  }
  return {};
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

ViewPolicyEntry::ViewPolicyEntry(std::string name_in, std::string summary_in, ViewSplit split_in)
    : name(std::move(name_in)),
      summary(std::move(summary_in)),
      split(split_in),
      options(declaration_of(split).list()) {}

const Catalog<ViewPolicyEntry>& view_policy_catalog() {
  static const Catalog<ViewPolicyEntry> catalog(
      "view policy",
      {{"none", "one view of all features", ViewSplit::kNone},
       {"named", "views are groups of features, as named by the data", ViewSplit::kNamed},
       {"random",
        "a random partition of the features into `count` views of equal size, fresh per "
        "repetition; features of one column of a table stay together",
        ViewSplit::kRandom},
       {"odd_even", "features with odd numbers are view 1, those with even numbers view 2",
        ViewSplit::kOddEven},
       {"ranges", "views are ranges of feature numbers; a feature in no range is left out",
        ViewSplit::kRanges}});
  return catalog;
}

BlockTypes view_policy_types() {
  BlockTypes types = types_of_catalog("view policy", view_policy_catalog);
  types.key = kPolicyKey;
  types.default_type = "none";
  types.takes_null_of_others = true;  // configs that results hold have them
  return types;
}

void check_views(const Json& block, const std::string& path, ConfigErrors& errors) {
  check_block(view_policy_types(), block, path, errors);
}

ViewPolicy read_views(const Json& block) {
  const ViewPolicyEntry& entry = *view_policy_catalog().find(block.value(kPolicyKey, "none"));
  ViewPolicy policy;
  policy.split = entry.split;
  policy.block[kPolicyKey] = entry.name;
  Json own = Json::object();
  for (const OptionInfo& info : entry.options) {
    own[info.name] = block.value(info.name, info.default_value);
    const bool is_absent = entry.split == ViewSplit::kRandom && own[info.name].is_null();
    if (!is_absent) policy.block[info.name] = own[info.name];
  }
  const ViewOptions options = declaration_of(entry.split).parse(own);
  const auto list = [&](const Json& of_views) {
    for (const Json& of_view : of_views) policy.listed.push_back(shown(of_view));
    policy.count = std::ssize(policy.listed);
  };
  std::string wrong;
  switch (policy.split) {
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
