// The words of a text.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// Finds the words of a UTF-8 text one after the other. Memory does not grow with the text.
///
/// Words end as in Unicode Standard Annex 29, with these rules alone:
///   - Letters, digits and connectors such as _ next to each other are one word ("x86_64").
///   - An apostrophe, a period or the like between two letters belongs to the word ("don't",
///     "e.g"), and so does a period or a comma between two digits ("3.14", "1,250"). A typographic
///     apostrophe is read as '.
///   - Combining marks belong to the character before them.
///   - A character of a script without blanks (Chinese, Hiragana, Thai) is a word, and so is a
///     symbol such as an emoji.
/// All other characters only separate words. A byte that is not UTF-8 counts as a letter, so that
/// words in another encoding stay whole; it is passed on unchanged.
class TextWords {
 public:
  /// @param text       must outlive this object
  /// @param lowercase  whether words are in lower case, in every script
  TextWords(std::string_view text, bool lowercase) : rest_(text), lowercase_(lowercase) {}

  /// Finds the next word, which replaces the last one. Returns false after the last word.
  bool next(std::string& word);

 private:
  std::string_view rest_;
  bool lowercase_;
};

}  // namespace costruct::experiments
