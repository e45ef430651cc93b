// The filter that decides which training and unlabeled examples of a data block are kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/options.hpp"
#include "costruct/data/formats/format.hpp"

namespace costruct::experiments {

/// The option `keep_labels` of formats with single rows: training examples with other labels are
/// left out. Its labels are those after the option `label_map`, which renames labels.
OptionInfo keep_labels_option();
/// The option `require_groups` of numeric formats: names of groups of features. Training and
/// unlabeled examples without a feature of each of these groups are left out.
OptionInfo require_groups_option();
/// Checks that a valid list under `require_groups` names groups of the block. Adds what is wrong to
/// `errors`.
/// @param path  the place of the block in the config ("data")
void check_required_groups(const Json& block, const std::string& path, ConfigErrors& errors);

/// Applies the options `min_length`, `max_length`, `require_groups` and `keep_labels` of a valid
/// block. Apply it before features and labels are numbered, so that rejected examples leave no
/// trace.
class ExampleFilter {
 public:
  explicit ExampleFilter(const Json& block);

  /// Whether an example has the wanted length and a feature of each required group.
  bool keeps(const RawExample& example) const;
  /// Whether a training example with this label stays. Numeric labels are compared by value.
  /// Records for unseen_label() that the label occurs.
  bool keeps_label(std::string_view label);

  /// The first label of `keep_labels` that no example had; nullopt if all were seen.
  std::optional<std::string> unseen_label() const;
  /// The names of those options that the block has, for messages: "min_length, max_length".
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
  std::vector<Range> required_;  // ranges of feature numbers, one for each required group
  std::vector<KeptLabel> kept_labels_;
  std::string keys_;
};

}  // namespace costruct::experiments
