#include "costruct/data/formats/topic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>

#include "costruct/data/examples/raw_example.hpp"
#include "costruct/data/formats/format.hpp"
#include "costruct/io/shown_text.hpp"

namespace costruct::experiments {
namespace {

constexpr std::string_view kHasTopic = "+1", kHasNot = "-1";
constexpr std::size_t kMostOthers = 1000, kShownOthers = 10;

}  // namespace

void for_each_of_list(std::string_view list, const std::function<void(std::string_view)>& use) {
  while (true) {
    const std::size_t comma = list.find(',');
    use(list.substr(0, comma));
    if (comma == std::string_view::npos) return;
    list.remove_prefix(comma + 1);
  }
}

OptionInfo topic_option() {
  return json_option(kTopicOption, "",
                     {{"title", "one label, without blanks and commas, and not ?, +1 or -1"},
                      {"type", "string"},
                      {"pattern", "^[^,\\s]*$"},
                      {"not", {{"enum", {kUnlabeledMark, kHasTopic, kHasNot}}}}},
                     "for lists of labels, `3,13`: +1 if this label is among them, else -1; \"\": "
                     "labels as they are");
}

Topic::Topic(const Json& block) : unknown_(unknown_mark(block)) {
  const auto given = block.find(kTopicOption);
  if (given != block.end() && given->is_string()) topic_ = given->get<std::string>();
}

void Topic::read(std::vector<std::string_view>& labels) {
  for (std::string_view& label : labels) {
    if (label == unknown_) continue;
    note(label);
    if (label != kHasTopic && label != kHasNot) label = is_among(label) ? kHasTopic : kHasNot;
  }
}

void Topic::check_seen(const std::string& file) const {
  if (seen_) return;
  const std::vector<std::string> others(others_.begin(), others_.end());
  std::string advice = did_you_mean(topic_, others);
  if (advice.empty()) {
    const std::size_t count = std::min(others.size(), kShownOthers);
    advice = fmt::format("labels are {}{}", fmt::join(std::span(others).first(count), ", "),
                         count < others.size() ? ", ..." : "");
  }
  throw DataError(fmt::format("{}: data.topic = {}, but no training example has that label: {}",
                              file, shown_text(topic_), advice));
}

bool Topic::is_among(std::string_view list) const {
  bool found = false;
  for_each_of_list(list, [&](std::string_view label) { found = found || label == topic_; });
  return found;
}

void Topic::note(std::string_view list) {
  if (seen_) return;
  seen_ = is_among(list);
  for_each_of_list(list, [&](std::string_view label) {
    if (others_.size() < kMostOthers) others_.emplace(label);
  });
}

}  // namespace costruct::experiments
