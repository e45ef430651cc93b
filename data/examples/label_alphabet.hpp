// The labels of a data set and their order.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/examples/string_table.hpp"

namespace costruct::experiments {

/// Labels as text, with numbers. Labels that spell a finite number are compared by value ("+1"
/// equals "1") and keep the spelling of their first appearance. finish() sorts numeric labels in
/// ascending order, followed by the others in the order of first appearance. Later labels get the
/// next numbers.
class LabelAlphabet {
 public:
  /// The number of a label; adds the label if it is new.
  int intern(std::string_view text);
  /// Sorts the labels. Returns the new number of each old one.
  std::vector<int> finish();
  /// Makes a finished alphabet with these labels in this order. Returns false if two labels are
  /// equal.
  bool restore(std::span<const std::string> labels);

  bool finished() const { return finished_; }
  /// The labels that finish() has sorted.
  const std::vector<std::string>& labels() const { return labels_; }
  /// All labels, including those that were added after finish().
  const std::vector<std::string>& all() const { return all_; }

 private:
  StringTable spellings_;
  std::vector<int> label_of_spelling_;
  std::map<double, int> by_value_;
  std::vector<std::string> labels_, all_;
  bool finished_ = false;
};

}  // namespace costruct::experiments
