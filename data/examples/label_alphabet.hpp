// The labels of a data set and their order.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/examples/string_table.hpp"

namespace costruct::experiments {

/// Labels as text. Those that spell a finite number are compared by value ("+1" is "1") and keep
/// the spelling of their first appearance. After finish() the numeric ones stand in ascending
/// order, then the others in the order of their first appearance; labels that come later are
/// numbered behind all of these.
class LabelAlphabet {
 public:
  /// The number of a label, which is added if it is new.
  int intern(std::string_view text);
  /// Orders the labels; returns the new number of each old one.
  std::vector<int> finish();
  /// Sets the ordered labels of a finished alphabet; false if two of them are the same label.
  bool restore(std::span<const std::string> labels);

  bool finished() const { return finished_; }
  /// The labels that finish() has ordered.
  const std::vector<std::string>& labels() const { return labels_; }
  /// All labels, those added since then included.
  const std::vector<std::string>& all() const { return all_; }

 private:
  StringTable spellings_;
  std::vector<int> label_of_spelling_;
  std::map<double, int> by_value_;
  std::vector<std::string> labels_, all_;
  bool finished_ = false;
};

}  // namespace costruct::experiments
