// Which training and unlabeled examples a data block keeps.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// The option `keep_labels` of formats with single rows: a list of labels, compared after
/// `label_map`.
OptionInfo keep_labels_option();
/// The option `require_groups` of numeric formats: a list of group names.
OptionInfo require_groups_option();
/// Checks that a valid list `require_groups` contains only names of groups of the block.
void check_required_groups(const Json& block, const std::string& path, ConfigErrors& errors);

/// Decides which examples of a block to keep, by its keys `min_length`, `max_length`,
/// `require_groups` and `keep_labels`.
///
/// The block must be valid. Ask before you number features and labels: an example that is left out
/// must not add any.
class ExampleFilter {
 public:
  explicit ExampleFilter(const Json& block);

  /// Whether an example has an allowed length and at least one feature of each required group.
  bool keeps(const RawExample& example) const;
  /// Whether to keep a training example with this label. Numeric labels are compared by value.
  bool keeps_label(std::string_view label);

  /// The first label in `keep_labels` that no example has had so far; nullopt if there is no such
  /// label.
  std::optional<std::string> unseen_label() const;
  /// The filter keys that the block has, for messages: "min_length, max_length".
  const std::string& keys() const { return keys_; }

 private:
  struct Range {
    std::uint64_t first, last;
  };
  struct KeptLabel {
    std::string name;
    bool seen = false;
  };

  bool has_feature_in(const RawExample& example, const Range& range) const;

  std::optional<Index> min_length_, max_length_;
  std::vector<Range> required_;  // ranges of feature numbers, one per required group
  std::vector<KeptLabel> kept_labels_;
  std::string keys_;
};

}  // namespace costruct::experiments
