// The words of a text as terms.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/data/examples/text_pieces.hpp"

namespace costruct::experiments {

/// Finds the words of a UTF-8 text one after the other: the words of words_in() (text_pieces.hpp)
/// without punctuation. A word has a letter, a digit, a symbol such as an emoji, or a byte that is
/// not UTF-8. A typographic apostrophe is read as '.
class TextWords {
 public:
  /// @param text       must outlive this object
  /// @param lowercase  whether words are in lower case, in every script
  TextWords(std::string_view text, bool lowercase)
      : text_(text), lowercase_(lowercase), pieces_(words_in(text)) {}

  /// Finds the next word, which replaces the last one. Returns false after the last word.
  bool next(std::string& word);

 private:
  std::string_view text_;
  bool lowercase_;
  std::vector<TextPiece> pieces_;
  std::size_t at_ = 0;
};

}  // namespace costruct::experiments
