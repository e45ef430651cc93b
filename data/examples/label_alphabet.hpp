// Numbers the labels of a data set.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/examples/string_table.hpp"

namespace costruct::experiments {

/// Maps each label, given as text, to a number from 0. Call intern() for each label of the data,
/// then finish() once.
///
/// Labels that spell a finite number are compared by value ("+1" equals "1") and keep the spelling
/// of their first appearance. finish() sorts these labels by value. The others follow in the order
/// of first appearance. Labels that are added after finish() get the next numbers.
class LabelAlphabet {
 public:
  /// Returns the number of a label, and adds the label if it is new. finish() changes the numbers.
  int intern(std::string_view text);
  /// The number of a label; nullopt if the alphabet does not have it.
  std::optional<int> find(std::string_view text) const;
  /// Sorts the labels. Entry i of the result is the new number of the label that had number i.
  std::vector<int> finish();
  /// Fills an empty alphabet with these labels in this order, for example those of a model, and
  /// marks it as finished. Returns false if two labels are equal; do not use the alphabet then.
  bool restore(std::span<const std::string> labels);

  /// Forgets the labels that were added after finish() or restore().
  void forget_unseen();

  bool finished() const { return finished_; }
  /// The labels at the time of finish() or restore(), by number; empty before.
  const std::vector<std::string>& labels() const { return labels_; }
  /// All labels by number, including those that were added after finish().
  const std::vector<std::string>& all() const { return all_; }

 private:
  StringTable spellings_;
  std::vector<int> label_of_spelling_;
  std::map<double, int> by_value_;
  std::vector<std::string> labels_, all_;
  bool finished_ = false;
};

/// The line "labels: 9 (O, B-PER, ...)" with the first labels.
std::string line_of_labels(std::span<const std::string> labels);

}  // namespace costruct::experiments
