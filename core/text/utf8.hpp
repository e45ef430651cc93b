// Reads UTF-8 text character by character.
#pragma once

#include <cstddef>
#include <string_view>

namespace costruct {

/// One character of a text.
struct Character {
  char32_t code = 0;      ///< code point; kNoCharacter for a byte that is not UTF-8
  std::size_t bytes = 1;  ///< length in UTF-8
};
/// The code point U+FFFD, the replacement character of Unicode.
inline constexpr char32_t kNoCharacter = 0xFFFD;

/// Returns the first character of `text`, which must not be empty. A byte that does not start a
/// well-formed UTF-8 sequence is one character with the code kNoCharacter.
Character first_character(std::string_view text);

/// Returns the position of the first byte that is not UTF-8; npos if the text is well-formed.
std::size_t first_not_utf8(std::string_view text);

}  // namespace costruct
