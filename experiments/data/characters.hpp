// Characters of UTF-8 text and what surface clues ask of them, the same in every locale.
#pragma once

#include <cstdint>
#include <string_view>

namespace costruct::experiments {

enum class CharacterKind {
  kUpper,
  kLower,
  kLetter,  ///< a letter without case, or a character outside the scripts known here
  kDigit,   ///< 0 to 9
  kSymbol,  ///< punctuation, signs, control characters, bytes that are no UTF-8
};

struct Character {
  char32_t code = 0;  ///< kNoCharacter for a byte that is no UTF-8
  std::size_t bytes = 1;
};
inline constexpr char32_t kNoCharacter = 0xFFFD;

/// The character at the front of `text`, which is not empty. A byte that starts no well-formed UTF-8 sequence
/// is one unknown character.
Character first_character(std::string_view text);

/// Case is known of the Latin (basic, Latin-1, Extended-A, Extended Additional), Greek and Cyrillic letters.
CharacterKind kind_of(char32_t code);

/// Whether a character is of the Greek script (or the micro sign, which gene names write for mu).
bool is_greek(char32_t code);

}  // namespace costruct::experiments
