#include "costruct/experiments/config/view_policy.hpp"

#include <fmt/format.h>

#include <numeric>
#include <span>
#include <unordered_map>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/data/features/rows/numeric_features.hpp"

namespace costruct::experiments {
namespace {

using GroupsOfViews = std::vector<std::vector<std::string>>;

struct NamedOptions {
  Json groups = nullptr;
};

struct RandomOptions {
  Index count = 2;
  Json groups = nullptr;
};

struct RangeOptions {
  Json ranges = nullptr;
};

/// The features with the numbers `first` to `last`, both included.
struct FeatureRange {
  std::uint64_t first = 0, last = 0;
  std::int32_t view = 0;
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

OptionDeclaration<NamedOptions> named_options() {
  OptionDeclaration<NamedOptions> options;
  options.json("groups", &NamedOptions::groups,
               groups_form("list with a list of group names per view", {.at_least = 1}),
               "the groups of each view; absent: each group is a view", wrong_groups);
  return options;
}

OptionDeclaration<RandomOptions> random_options() {
  OptionDeclaration<RandomOptions> options;
  options.integer("count", &RandomOptions::count, {.at_least = 1, .at_most = 1000},
                  "number of views");
  options.json("groups", &RandomOptions::groups,
               groups_form("list with one list of group names", {.at_least = 1, .at_most = 1}),
               "one list, of the groups whose features are split; absent: all", wrong_groups);
  return options;
}

OptionDeclaration<RangeOptions> range_options() {
  const Json number = feature_number_form();
  const Json pair = tuple_form("pair [first, last] of feature numbers, from 1", {number, number});
  OptionDeclaration<RangeOptions> options;
  options
      .json("ranges", &RangeOptions::ranges,
            list_form(
                "list with [first, last] or a list of such pairs per view",
                any_form("pair [first, last] of feature numbers from 1, or a list of such pairs",
                         {pair, list_form("", pair, {.at_least = 1})}),
                {.at_least = 1}),
            "the features of each view, counted from 1, ends included", wrong_ranges)
      .required();
  return options;
}

/// The view whose list has each group of the data; -1: none.
std::vector<std::int32_t> views_of_groups(const GroupsOfViews& groups, const FeatureFacts& facts) {
  std::vector<std::int32_t> view_of_group(facts.groups.size(), -1);
  for (std::size_t v = 0; v < groups.size(); ++v) {
    for (const std::string& name : groups[v]) {
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

/// Each group goes to its view; a feature without a group is in no view.
ViewAssignment by_groups(Index count, std::span<const std::int32_t> view_of_group,
                         const FeatureFacts& facts) {
  ViewAssignment assignment{count, {}};
  assignment.view_of.reserve(facts.group.size());
  for (const int group : facts.group)
    assignment.view_of.push_back(group < 0 ? -1 : view_of_group[static_cast<std::size_t>(group)]);
  return assignment;
}

/// Returns whether each feature is in a listed group; all are, if no groups are listed.
std::vector<char> in_listed_groups(const GroupsOfViews& groups, const FeatureFacts& facts) {
  const std::vector<std::int32_t> view_of_group = views_of_groups(groups, facts);
  std::vector<char> listed;
  listed.reserve(facts.group.size());
  for (const int group : facts.group) {
    listed.push_back(groups.empty() ||
                     (group >= 0 && view_of_group[static_cast<std::size_t>(group)] >= 0));
  }
  return listed;
}

/// Assigns the columns of listed features at random. Other features are in no view.
ViewAssignment by_chance(Index count, const GroupsOfViews& groups, const FeatureFacts& facts,
                         RandomStream random) {
  const std::vector<char> listed = in_listed_groups(groups, facts);
  // Columns are numbered by first occurrence. Features with the same number share a column.
  std::unordered_map<std::uint64_t, std::size_t> column_of;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (listed[i]) column_of.emplace(facts.number[i], column_of.size());
  }
  const auto num_columns = static_cast<Index>(column_of.size());
  std::vector<std::size_t> order(column_of.size());
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  std::vector<std::int32_t> view_of(order.size());
  for (Index v = 0; v < count; ++v) {  // view v gets part v: sizes differ by at most one
    for (Index i = v * num_columns / count; i < (v + 1) * num_columns / count; ++i)
      view_of[order[static_cast<std::size_t>(i)]] = static_cast<std::int32_t>(v);
  }
  ViewAssignment assignment{count, std::vector<std::int32_t>(listed.size(), -1)};
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (listed[i]) assignment.view_of[i] = view_of[column_of.at(facts.number[i])];
  }
  return assignment;
}

ViewAssignment by_ranges(Index count, const std::vector<FeatureRange>& ranges,
                         const FeatureFacts& facts) {
  ViewAssignment assignment{count, std::vector<std::int32_t>(facts.group.size(), -1)};
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

std::vector<std::string> shown_each(const Json& of_views) {
  std::vector<std::string> texts;
  for (const Json& of_view : of_views) texts.push_back(shown(of_view));
  return texts;
}

ViewPolicyEntry none_policy() {
  ViewPolicyEntry entry{"none", "one view of all features", {}, {}};
  entry.make = [](const Json&) { return ViewPolicy(); };
  return entry;
}

ViewPolicyEntry named_policy() {
  ViewPolicyEntry entry{
      "named", "views are groups of features, as named by the data", named_options().list(), {}};
  entry.make = [](const Json& json) {
    const NamedOptions options = named_options().parse(json);
    ViewPolicy policy;
    if (options.groups.is_null()) {
      policy.count = std::nullopt;
      policy.assign = [](const FeatureFacts& facts, RandomStream) {
        std::vector<std::int32_t> each(facts.groups.size());
        std::iota(each.begin(), each.end(), 0);
        return by_groups(std::max<Index>(std::ssize(each), 1), each, facts);
      };
      return policy;
    }
    policy.listed = shown_each(options.groups);
    policy.count = std::ssize(policy.listed);
    policy.assign = [groups = options.groups.get<GroupsOfViews>()](const FeatureFacts& facts,
                                                                   RandomStream) {
      return by_groups(std::ssize(groups), views_of_groups(groups, facts), facts);
    };
    return policy;
  };
  return entry;
}

ViewPolicyEntry random_policy() {
  ViewPolicyEntry entry{"random",
                        "a random partition of the features into `count` equal views, fresh per "
                        "repetition; columns of a table stay whole",
                        random_options().list(),
                        {},
                        true};
  entry.make = [](const Json& json) {
    const RandomOptions options = random_options().parse(json);
    const GroupsOfViews groups =
        options.groups.is_null() ? GroupsOfViews() : options.groups.get<GroupsOfViews>();
    ViewPolicy policy;
    policy.count = options.count;
    policy.parts_all = groups.empty();
    policy.assign = [count = options.count, groups](const FeatureFacts& facts,
                                                    RandomStream random) {
      return by_chance(count, groups, facts, random);
    };
    return policy;
  };
  return entry;
}

ViewPolicyEntry odd_even_policy() {
  ViewPolicyEntry entry{
      "odd_even", "features with odd numbers are view 1, those with even numbers view 2", {}, {}};
  entry.make = [](const Json&) {
    ViewPolicy policy;
    policy.count = 2;
    policy.parts_all = true;
    policy.assign = [](const FeatureFacts& facts, RandomStream) {
      ViewAssignment assignment{2, {}};
      assignment.view_of.reserve(facts.number.size());
      for (const std::uint64_t number : facts.number)
        assignment.view_of.push_back(number % 2 == 1 ? 0 : 1);
      return assignment;
    };
    return policy;
  };
  return entry;
}

ViewPolicyEntry ranges_policy() {
  ViewPolicyEntry entry{"ranges",
                        "views are ranges of feature numbers; a feature in no range is left out",
                        range_options().list(),
                        {}};
  entry.make = [](const Json& json) {
    const RangeOptions options = range_options().parse(json);
    std::string wrong;
    ViewPolicy policy;
    policy.listed = shown_each(options.ranges);
    policy.count = std::ssize(policy.listed);
    policy.assign = [count = *policy.count, ranges = read_ranges(options.ranges, wrong).value()](
                        const FeatureFacts& facts, RandomStream) {
      return by_ranges(count, ranges, facts);
    };
    return policy;
  };
  return entry;
}

Catalog<ViewPolicyEntry>& all_view_policies() {
  static Catalog<ViewPolicyEntry> catalog(
      "view policy",
      {none_policy(), named_policy(), random_policy(), odd_even_policy(), ranges_policy()},
      [](const ViewPolicyEntry& entry) { return entry.make ? "" : "`make`"; });
  return catalog;
}

}  // namespace

ViewAssignment all_in_one_view(const FeatureFacts& facts, RandomStream /*random*/) {
  return {1, std::vector<std::int32_t>(facts.group.size(), 0)};
}

const Catalog<ViewPolicyEntry>& view_policy_catalog() {
  return all_view_policies();
}

void add_view_policy(ViewPolicyEntry entry) {
  all_view_policies().add(std::move(entry));
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
  Json own = Json::object(), kept = {{kPolicyKey, entry.name}};
  for (const OptionInfo& info : entry.options) {
    own[info.name] = block.value(info.name, info.default_value);
    if (!own[info.name].is_null() || !entry.omits_null) kept[info.name] = own[info.name];
  }
  ViewPolicy policy = entry.make(own);
  policy.block = std::move(kept);
  return policy;
}

Index ViewPolicy::count_in(const FeatureFacts& facts) const {
  return count.value_or(std::max<Index>(std::ssize(facts.groups), 1));
}

ViewAssignment joined(ViewAssignment assignment) {
  assignment.count = 1;
  for (std::int32_t& view : assignment.view_of) view = std::min(view, 0);
  return assignment;
}

}  // namespace costruct::experiments
