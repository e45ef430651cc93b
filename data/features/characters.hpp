// Classifies the characters of UTF-8 text for surface clues. The result is the same in every
// locale.
#pragma once

#include "costruct/core/text/utf8.hpp"

namespace costruct::experiments {

enum class CharacterKind {
  kUpper,
  kLower,
  kLetter,  ///< a letter without case, or a character of a script that is not listed below
  kDigit,   ///< 0 to 9
  kSymbol,  ///< punctuation, signs, control characters, bytes that are not UTF-8
};

/// The kind of a character. Upper and lower case are distinguished for Latin (basic, Latin-1,
/// Extended-A, Extended Additional), Greek and Cyrillic letters.
CharacterKind kind_of(char32_t code);

/// Whether a character is Greek, or the micro sign, which gene names use for mu.
bool is_greek(char32_t code);

}  // namespace costruct::experiments
