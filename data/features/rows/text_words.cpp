#include "costruct/data/features/rows/text_words.hpp"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "costruct/core/text/utf8.hpp"

namespace costruct::experiments {
namespace {

bool is_not_utf8(Character character) {
  return character.code == kNoCharacter && character.bytes == 1;
}

bool is_of_word(Character character) {
  const auto code = static_cast<UChar32>(character.code);
  const auto type = u_charType(code);
  return is_not_utf8(character) || u_isalnum(code) || type == U_OTHER_NUMBER ||
         type == U_OTHER_SYMBOL;
}

void append_character(std::string_view rest, Character character, bool lowercase,
                      std::string& word) {
  constexpr char32_t kTypographicApostrophe = 0x2019;
  if (character.code == kTypographicApostrophe) {
    word += '\'';
    return;
  }
  const auto code = static_cast<UChar32>(character.code);
  const UChar32 lower = lowercase && !is_not_utf8(character) ? u_tolower(code) : code;
  if (lower == code) {
    word.append(rest.substr(0, character.bytes));
    return;
  }
  char bytes[U8_MAX_LENGTH];
  std::size_t length = 0;
  U8_APPEND_UNSAFE(bytes, length, lower);
  word.append(bytes, length);
}

}  // namespace

bool TextWords::next(std::string& word) {
  while (at_ < pieces_.size()) {
    std::string_view rest = pieces_[at_++].of(text_);
    word.clear();
    bool any = false;
    while (!rest.empty()) {
      const Character character = first_character(rest);
      any = any || is_of_word(character);
      append_character(rest, character, lowercase_, word);
      rest.remove_prefix(character.bytes);
    }
    if (any) return true;
  }
  word.clear();
  return false;
}

}  // namespace costruct::experiments
