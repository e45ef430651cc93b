// Rows with lists of labels, `3,13 1:0.5`, read as one topic against the rest.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The option `topic` of formats of rows: one label, or "" for labels as they are.
OptionInfo topic_option();

/// The value of `topic` in a valid block, and which labels it met.
class Topic {
 public:
  explicit Topic(const Json& block);

  bool given() const { return !topic_.empty(); }
  /// Puts +1 for a list that has the topic in it, else -1. What is +1 or -1 already, as predictions
  /// are, stays so, and what is unlabeled stays unlabeled.
  void read(std::vector<std::string_view>& labels);
  /// Throws DataError where none of the labels read so far was the topic: a model of it could not
  /// learn anything. `file` is where they come from.
  void check_seen(const std::string& file) const;

 private:
  bool is_among(std::string_view list) const;
  void note(std::string_view list);

  std::string topic_;
  bool seen_ = false;
  std::set<std::string, std::less<>> others_;  // until the topic is seen: for the message
};

}  // namespace costruct::experiments
