// Characters of UTF-8 text and what surface clues ask of them, the same in every locale.
#pragma once

#include "costruct/core/text/utf8.hpp"

namespace costruct::experiments {

enum class CharacterKind {
  kUpper,
  kLower,
  kLetter,  ///< a letter without case, or a character outside the scripts known here
  kDigit,   ///< 0 to 9
  kSymbol,  ///< punctuation, signs, control characters, bytes that are no UTF-8
};

/// Case is known of the Latin (basic, Latin-1, Extended-A, Extended Additional), Greek and Cyrillic
/// letters.
CharacterKind kind_of(char32_t code);

/// Whether a character is of the Greek script (or the micro sign, which gene names write for mu).
bool is_greek(char32_t code);

}  // namespace costruct::experiments
