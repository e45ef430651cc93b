// Makes names of learners and metrics readable: structural_svm becomes "structural SVM".
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace costruct::experiments {

/// The name in readable form: words instead of underscores, abbreviations in capitals, "co" joined
/// to the next word. co_svm becomes "co-SVM", f1_micro becomes "F1 micro". In "co_svm of FOLDER"
/// only the first word changes. Names with characters other than lower-case letters, digits and
/// underscores stay as they are. The middle of a long name is left out.
std::string readable_name(std::string_view name);

/// The same for several names. If two would become the same, all stay as they are.
std::vector<std::string> readable_names(const std::vector<std::string>& names);

/// The spelling of the learners on a page of a run or a collection, by readable_names(). Every
/// table, sentence and chart uses it, so that a learner has the same name everywhere.
class LearnerNames {
 public:
  explicit LearnerNames(const std::vector<std::string>& learners);

  /// The readable name; a name that is not in the list stays as it is.
  std::string operator()(const std::string& learner) const;

 private:
  std::map<std::string, std::string> spelled_;
};

/// "a", "a and b", "a, b and c".
std::string listed_in_words(const std::vector<std::string>& items);

}  // namespace costruct::experiments
