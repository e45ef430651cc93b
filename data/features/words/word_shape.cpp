#include "costruct/data/features/words/word_shape.hpp"

#include "costruct/data/features/characters.hpp"

namespace costruct::experiments {

std::string digits_as_zero(std::string_view word) {
  std::string zeros(word);
  for (char& c : zeros) {
    if (c >= '0' && c <= '9') c = '0';
  }
  return zeros;
}

void append_shape(std::string_view word, std::string& out) {
  bool any_upper = false, any_lower = false, any_digit = false, first_upper = false;
  std::size_t last = 0, last_but_one = 0;
  for (std::size_t at = 0; at < word.size();) {
    const Character character = first_character(word.substr(at));
    const CharacterKind kind = kind_of(character.code);
    any_upper = any_upper || kind == CharacterKind::kUpper;
    any_lower = any_lower || kind == CharacterKind::kLower;
    any_digit = any_digit || kind == CharacterKind::kDigit;
    if (at == 0) first_upper = kind == CharacterKind::kUpper;
    last_but_one = last;
    last = at;
    at += character.bytes;
  }
  out += any_digit                 ? '0'
         : any_upper && !any_lower ? 'A'
         : first_upper             ? 'C'
         : any_lower               ? 'a'
                                   : '-';
  out += word.substr(last_but_one);
}

}  // namespace costruct::experiments
