// LabelAlphabet: the labels of a data set and their order.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/examples/string_table.hpp"

namespace costruct::experiments {

/// Numbers labels, which are texts.
///
/// Labels that are finite numbers are compared by value ("+1" equals "1"), and keep the spelling of
/// their first appearance. After finish(), numeric labels stand in ascending order, and the others
/// follow in order of first appearance. Later labels get numbers behind all of these.
class LabelAlphabet {
 public:
  /// The number of a label. A new label is added.
  int intern(std::string_view text);
  /// Orders the labels; returns the new number of each old one.
  std::vector<int> finish();
  /// Sets the ordered labels of a finished alphabet; false if two of them are the same label.
  bool restore(std::span<const std::string> labels);

  bool finished() const { return finished_; }
  /// The labels that finish() has ordered.
  const std::vector<std::string>& labels() const { return labels_; }
  /// All labels, including those added after finish().
  const std::vector<std::string>& all() const { return all_; }

 private:
  StringTable spellings_;
  std::vector<int> label_of_spelling_;
  std::map<double, int> by_value_;
  std::vector<std::string> labels_, all_;
  bool finished_ = false;
};

}  // namespace costruct::experiments
