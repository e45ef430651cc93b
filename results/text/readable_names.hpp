// Makes names of learners and metrics readable: structural_svm becomes "structural SVM".
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace costruct::experiments {

/// Returns the name in readable form. Underscores become spaces, known abbreviations become
/// capitals, and "co" is joined to the next word. For example, co_svm becomes "co-SVM", and
/// f1_micro becomes "F1 micro". In "co_svm of FOLDER", the name of a learner in joined runs, only
/// co_svm changes. Names with characters other than lower-case letters, digits and underscores stay
/// as they are. A result of more than 64 bytes is shortened in the middle.
std::string readable_name(std::string_view name);

/// Returns the readable_name() of each name. If two results are equal, or one is empty, all names
/// stay as they are.
std::vector<std::string> readable_names(const std::vector<std::string>& names);

/// Maps the learners of a run or a collection to their readable_names(). Every table, sentence and
/// chart of a page uses this map, so that a learner has the same name everywhere.
class LearnerNames {
 public:
  explicit LearnerNames(const std::vector<std::string>& learners);

  /// Returns the readable name. A name that is not in the list stays as it is.
  std::string operator()(const std::string& learner) const;

 private:
  std::map<std::string, std::string> spelled_;
};

/// Joins the items to an enumeration: "a", "a and b", "a, b and c". Without items it is "".
std::string listed_in_words(const std::vector<std::string>& items);

}  // namespace costruct::experiments
