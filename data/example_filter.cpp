#include "costruct/data/example_filter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "costruct/data/features/rows/numeric_features.hpp"
#include "costruct/io/number_text.hpp"

namespace costruct::experiments {
namespace {

constexpr const char* kKeepLabels = "keep_labels";
constexpr const char* kRequireGroups = "require_groups";

const Json* find_given(const Json& block, const char* key) {
  const auto at = block.find(key);
  return at == block.end() || at->is_null() ? nullptr : &*at;
}

bool is_same_label(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto value = finite_number(a);
  return value && value == finite_number(b);
}

std::optional<std::string> repeated_kept_label(const Json& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (is_same_label(labels[i].get_ref<const std::string&>(),
                        labels[j].get_ref<const std::string&>()))
        return "names " + shown(labels[i]) + " twice";
    }
  }
  return std::nullopt;
}

std::optional<std::string> check_kept_labels(const Json& labels) {
  if (std::find(labels.begin(), labels.end(), kUnlabeledMark) != labels.end())
    return "names ?, the mark of unlabeled examples, which always stay";
  return repeated_kept_label(labels);
}

std::optional<Index> length_limit(const Json& block, const char* key) {
  const Json* value = find_given(block, key);
  return value == nullptr ? std::nullopt : std::optional(value->get<Index>());
}

}  // namespace

OptionInfo keep_labels_option() {
  return json_option(kKeepLabels, nullptr,
                     or_null(list_form("list of labels, as text",
                                       text_form("label as text, as \"4\""), {.at_least = 1})),
                     "leave out training examples with other labels, [\"1\", \"4\"]; null: none",
                     check_kept_labels);
}

OptionInfo require_groups_option() {
  return json_option(kRequireGroups, nullptr,
                     or_null(list_form("list of names of groups", text_form("name of a group"),
                                       {.at_least = 1, .is_distinct = true})),
                     "leave out training and unlabeled examples without a feature of one of these "
                     "groups; null: none");
}

void check_required_groups(const Json& block, const std::string& path, ConfigErrors& errors) {
  const Json* required = find_given(block, kRequireGroups);
  if (required == nullptr) return;
  std::vector<std::string> names;
  for (const NumberRange& group : groups_of(block)) names.push_back(group.name);
  for (std::size_t i = 0; i < required->size(); ++i) {
    const Json& name = (*required)[i];
    if (std::find(names.begin(), names.end(), name.get_ref<const std::string&>()) == names.end()) {
      errors.add(fmt::format("{}.{}.{}", path, kRequireGroups, i),
                 fmt::format(" = {}: {}", shown(name), suggestion(name, names)));
    }
  }
}

ExampleFilter::ExampleFilter(const Json& block)
    : min_length_(length_limit(block, "min_length")),
      max_length_(length_limit(block, "max_length")) {
  if (const Json* required = find_given(block, kRequireGroups)) {
    for (const NumberRange& group : groups_of(block)) {
      if (std::find(required->begin(), required->end(), group.name) != required->end())
        required_.push_back({group.first, group.last});
    }
  }
  if (const Json* labels = find_given(block, kKeepLabels)) {
    for (const Json& label : *labels) kept_labels_.push_back({label.get<std::string>()});
  }
  for (const char* key : {"min_length", "max_length", kRequireGroups, kKeepLabels}) {
    if (find_given(block, key) != nullptr) keys_ += (keys_.empty() ? "" : ", ") + std::string(key);
  }
}

bool ExampleFilter::has_feature_in(const RawExample& example, const Range& range) const {
  return std::any_of(example.number.begin(), example.number.end(), [&](std::uint64_t number) {
    return number >= range.first && number <= range.last;
  });
}

bool ExampleFilter::keeps(const RawExample& example) const {
  if (min_length_ && example.length < *min_length_) return false;
  if (max_length_ && example.length > *max_length_) return false;
  return std::all_of(required_.begin(), required_.end(),
                     [&](const Range& range) { return has_feature_in(example, range); });
}

bool ExampleFilter::keeps_label(std::string_view label) {
  if (kept_labels_.empty()) return true;
  const auto at =
      std::find_if(kept_labels_.begin(), kept_labels_.end(),
                   [&](const KeptLabel& kept) { return is_same_label(kept.name, label); });
  if (at == kept_labels_.end()) return false;
  at->seen = true;
  return true;
}

std::optional<std::string> ExampleFilter::unseen_label() const {
  const auto at = std::find_if(kept_labels_.begin(), kept_labels_.end(),
                               [](const KeptLabel& kept) { return !kept.seen; });
  return at == kept_labels_.end() ? std::nullopt : std::optional(at->name);
}

}  // namespace costruct::experiments
