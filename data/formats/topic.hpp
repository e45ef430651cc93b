// The option `topic`: rows with lists of labels, `3,13 1:0.5`, become one topic against the rest.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

inline constexpr const char* kTopicOption = "topic";
/// The option `topic` of formats of rows: a label, or "" to read labels as they are.
OptionInfo topic_option();

/// Calls use(label) for each label of a list such as "3,13,27". Commas separate labels, and an
/// empty list has one empty label.
void for_each_of_list(std::string_view list, const std::function<void(std::string_view)>& use);

/// Applies the option `topic` of a valid block and records which labels occur.
class Topic {
 public:
  explicit Topic(const Json& block);

  /// Whether the block names a topic. Otherwise read() must not be called.
  bool given() const { return !topic_.empty(); }
  /// Replaces a list by +1 if it contains the topic, else by -1. Labels that are already +1 or -1,
  /// as in predictions, and unlabeled examples stay as they are.
  void read(std::vector<std::string_view>& labels);
  /// Throws DataError if no label so far was the topic, because a model could not learn anything.
  /// @param file  where the labels come from, for the message
  void check_seen(const std::string& file) const;

 private:
  bool is_among(std::string_view list) const;
  void note(std::string_view list);

  std::string topic_, unknown_;
  bool seen_ = false;
  std::set<std::string, std::less<>> others_;  // labels before the topic is seen, for the message
};

}  // namespace costruct::experiments
