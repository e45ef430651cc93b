// Classes of UTF-8 characters for surface clues. They are the same in every locale.
#pragma once

#include <string>

#include "costruct/core/text/utf8.hpp"

namespace costruct::experiments {

/// The classes of characters.
enum class CharacterKind {
  kUpper,   ///< an upper-case letter
  kLower,   ///< a lower-case letter
  kLetter,  ///< a letter without case, or a character of a script that is not supported
  kDigit,   ///< 0 to 9
  kSymbol,  ///< punctuation, signs, control characters, bytes that are not UTF-8
};

/// The class of a character. Case is known for Latin letters (basic, Latin-1, Extended-A, Extended
/// Additional), Greek letters and Cyrillic letters.
CharacterKind kind_of(char32_t code);

/// The lower case of a character of kind kUpper; other characters as they are.
char32_t lower_case(char32_t code);
/// The text with every character in lower case. Bytes that are not UTF-8 stay.
std::string lower_case(std::string_view text);

/// Whether a character is in the Greek script, or is the micro sign, which gene names use for mu.
bool is_greek(char32_t code);

}  // namespace costruct::experiments
