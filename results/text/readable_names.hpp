// Names of learners and metrics as a reader says them: structural_svm is a structural SVM.
#pragma once

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

/// "a", "a and b", "a, b and c".
std::string listed_in_words(const std::vector<std::string>& items);

}  // namespace costruct::experiments
