// Reads rows with lists of labels, such as `3,13 1:0.5`, as one topic against the rest.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The option `topic` of formats with rows: one label, or "" to keep labels as they are.
OptionInfo topic_option();

/// The value of `topic` in a valid block. The object remembers whether it has met this label.
class Topic {
 public:
  explicit Topic(const Json& block);

  bool given() const { return !topic_.empty(); }
  /// Replaces a list of labels by +1 if it contains the topic, and by -1 otherwise. Labels that are
  /// already +1 or -1, as in predictions, stay. Unlabeled examples stay unlabeled.
  void read(std::vector<std::string_view>& labels);
  /// Throws DataError if no label read so far was the topic, because a model could not learn from
  /// such data. `file` is the source of the labels, for the message.
  void check_seen(const std::string& file) const;

 private:
  bool is_among(std::string_view list) const;
  void note(std::string_view list);

  std::string topic_;
  bool seen_ = false;
  std::set<std::string, std::less<>> others_;  // until the topic occurs: other labels
};

}  // namespace costruct::experiments
