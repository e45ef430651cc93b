// UTF-8 text, character by character.
#pragma once

#include <cstddef>
#include <string_view>

namespace costruct {

struct Character {
  char32_t code = 0;  ///< kNoCharacter for a byte that is no UTF-8
  std::size_t bytes = 1;
};
inline constexpr char32_t kNoCharacter = 0xFFFD;

/// The character at the front of `text`, which is not empty. A byte that starts no well-formed
/// UTF-8 sequence is one unknown character.
Character first_character(std::string_view text);

/// Where the first byte stands that is no UTF-8; npos where the text is well-formed.
std::size_t first_not_utf8(std::string_view text);

}  // namespace costruct
