#include "costruct/data/features/rows/numeric_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "costruct/data/examples/encode_entries.hpp"
#include "costruct/data/examples/number_table.hpp"
#include "costruct/io/model_file.hpp"

namespace costruct::experiments {
namespace {

class NumericFeatures : public FeatureMap {
 public:
  explicit NumericFeatures(const Json& block) : ranges_(groups_of(block)) {
    for (const NumberRange& group : ranges_) groups_.push_back(group.name);
  }

  void grow(const RawExample& example, StreamedExample& out) override {
    encode_entries(example, example.number, out, [this](std::uint64_t number) {
      std::int32_t id = table_.find(number);
      if (id < 0) {
        id = next_feature_id(size());
        table_.add(number, id);
        numbers_.push_back(number);
      }
      return id;
    });
  }

  void look_up(const RawExample& example, LookupScratch&, StreamedExample& out) const override {
    encode_entries(example, example.number, out,
                   [this](std::uint64_t number) { return table_.find(number); });
  }

  Index size() const override { return static_cast<Index>(numbers_.size()); }
  const std::vector<std::string>& groups() const override { return groups_; }

  FeatureInfo info(Index feature) const override {
    const std::uint64_t number = numbers_[static_cast<std::size_t>(feature)];
    return {std::to_string(number), group_of(ranges_, number), number};
  }

  void save(ModelWriter& model, const std::vector<bool>& keep) const override {
    std::vector<std::int64_t> kept;
    for (std::size_t f = 0; f < numbers_.size(); ++f) {
      if (keep[f]) kept.push_back(static_cast<std::int64_t>(numbers_[f]));
    }
    model.add(kFeatureNumbers, std::span<const std::int64_t>(kept));
  }

  void load(const ModelReader& model) override {
    for (const std::int64_t stored : model.integers(kFeatureNumbers)) {
      const auto number = static_cast<std::uint64_t>(stored);
      if (table_.find(number) >= 0) {
        throw DataError(fmt::format("{}: {}: {} cannot be a feature's number", model.file(),
                                    kFeatureNumbers, number));
      }
      table_.add(number, next_feature_id(size()));
      numbers_.push_back(number);
    }
  }

 private:
  NumberTable table_;
  std::vector<std::uint64_t> numbers_;  // number of each feature
  std::vector<NumberRange> ranges_;
  std::vector<std::string> groups_;
};

std::optional<std::string> check_groups(const Json& value) {
  std::vector<NumberRange> known;
  for (const Json& group : value) {
    const NumberRange now{group["name"], group["first"], group["last"]};
    if (now.first > now.last) return "has a range that ends before it starts: " + shown(group);
    for (const NumberRange& other : known) {
      if (other.name == now.name) return "has two groups named " + now.name;
      if (now.first <= other.last && other.first <= now.last) {
        return fmt::format("has overlapping groups {} and {}", other.name, now.name);
      }
    }
    known.push_back(now);
  }
  return std::nullopt;
}

}  // namespace

Json feature_number_form() {
  return {{"title", "whole number from 1"},
          {"type", "integer"},
          {"minimum", 1},
          {"maximum", UINT64_MAX}};
}

OptionInfo groups_option() {
  const Json number = feature_number_form();
  const Json group = {
      {"title", "object with name, first and last"},
      {"type", "object"},
      {"properties", {{"name", text_form("name of a group")}, {"first", number}, {"last", number}}},
      {"required", {"name", "first", "last"}},
      {"additionalProperties", false}};
  return json_option(
      "groups", nullptr,
      or_null(list_form("list of {\"name\", \"first\", \"last\"}", group, {.at_least = 1})),
      "named ranges of feature numbers (first and last included), for named views; "
      "null: one group",
      check_groups);
}

std::vector<NumberRange> groups_of(const Json& block) {
  const auto groups = block.find("groups");
  if (groups == block.end() || groups->is_null())
    return {{"features", 0, std::numeric_limits<std::uint64_t>::max()}};
  std::vector<NumberRange> list;
  for (const Json& group : *groups)
    list.push_back({group.at("name"), group.at("first"), group.at("last")});
  return list;
}

int group_of(const std::vector<NumberRange>& groups, std::uint64_t number) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (number >= groups[g].first && number <= groups[g].last) return static_cast<int>(g);
  }
  return -1;
}

std::unique_ptr<FeatureMap> make_numeric_features(const Json& block) {
  return std::make_unique<NumericFeatures>(block);
}

}  // namespace costruct::experiments
