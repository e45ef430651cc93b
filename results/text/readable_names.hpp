// Names of learners and metrics as a reader says them: structural_svm is a structural SVM.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace costruct::experiments {

/// Words instead of underscores, abbreviations in capitals, "co" joined to what it stands before:
/// co_svm is "co-SVM", f1_micro "F1 micro"; of "co_svm of FOLDER" the first word. Names with other
/// characters than small letters, digits and underscores stay as they are. Long ones lose their
/// middle.
std::string readable_name(std::string_view name);

/// The same for several at once; all stay as they are where two would read alike.
std::vector<std::string> readable_names(const std::vector<std::string>& names);

/// How a page spells the learners of a run or a collection: each as readable_names() has it. Every
/// table, sentence and chart of a page asks here, so that a learner has one name on it.
class LearnerNames {
 public:
  explicit LearnerNames(const std::vector<std::string>& learners);

  /// Other names stay as they are.
  std::string operator()(const std::string& learner) const;

 private:
  std::map<std::string, std::string> spelled_;
};

/// "a", "a and b", "a, b and c".
std::string listed_in_words(const std::vector<std::string>& items);

}  // namespace costruct::experiments
