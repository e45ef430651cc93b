#include "costruct/data/features/characters.hpp"

namespace costruct::experiments {
namespace {

bool in(char32_t code, char32_t first, char32_t last) {
  return code >= first && code <= last;
}

CharacterKind cased(bool upper) {
  return upper ? CharacterKind::kUpper : CharacterKind::kLower;
}

CharacterKind latin1(char32_t code) {
  if (code == 0xAA || code == 0xBA) return CharacterKind::kLetter;  // ordinal indicators
  if (code == 0xB5) return CharacterKind::kLower;                   // micro sign
  if (code < 0xC0 || code == 0xD7 || code == 0xF7) return CharacterKind::kSymbol;
  return cased(code < 0xDF);
}

/// In Latin Extended-A, upper and lower case alternate. The parity changes twice.
CharacterKind latin_extended_a(char32_t code) {
  if (code == 0x138 || code == 0x149 || code == 0x17F) return CharacterKind::kLower;
  if (code == 0x178) return CharacterKind::kUpper;
  const bool odd_is_upper = in(code, 0x139, 0x148) || in(code, 0x179, 0x17E);
  return cased((code % 2 == 1) == odd_is_upper);
}

CharacterKind greek(char32_t code) {
  if (code == 0x37E || code == 0x387 || code == 0x375) return CharacterKind::kSymbol;
  if (code == 0x386 || in(code, 0x388, 0x38F) || in(code, 0x391, 0x3AB))
    return CharacterKind::kUpper;
  if (code == 0x390 || in(code, 0x3AC, 0x3CE)) return CharacterKind::kLower;
  return CharacterKind::kLetter;
}

CharacterKind cyrillic(char32_t code) {
  if (code < 0x430) return CharacterKind::kUpper;
  if (code < 0x460) return CharacterKind::kLower;
  if (in(code, 0x482, 0x489)) return CharacterKind::kSymbol;
  if (code == 0x4C0) return CharacterKind::kUpper;
  if (code == 0x4CF) return CharacterKind::kLower;
  return cased((code % 2 == 1) == in(code, 0x4C1, 0x4CE));
}

}  // namespace

CharacterKind kind_of(char32_t code) {
  if (in(code, 'a', 'z')) return CharacterKind::kLower;
  if (in(code, 'A', 'Z')) return CharacterKind::kUpper;
  if (in(code, '0', '9')) return CharacterKind::kDigit;
  if (code < 0x80) return CharacterKind::kSymbol;
  if (code <= 0xFF) return latin1(code);
  if (code <= 0x17F) return latin_extended_a(code);
  if (in(code, 0x370, 0x3FF)) return greek(code);
  if (in(code, 0x400, 0x52F)) return cyrillic(code);
  if (in(code, 0x1E00, 0x1E95) || in(code, 0x1EA0, 0x1EFF)) return cased(code % 2 == 0);
  if (in(code, 0x2000, 0x2BFF) || in(code, 0x3000, 0x303F) || in(code, 0xFE30, 0xFE6F) ||
      code == kNoCharacter || in(code, 0xFF00, 0xFF0F)) {
    return CharacterKind::kSymbol;
  }
  return CharacterKind::kLetter;
}

char32_t lower_case(char32_t code) {
  if (kind_of(code) != CharacterKind::kUpper) return code;
  switch (code) {
    case 0x130:  // dotted I
      return 'i';
    case 0x178:  // Y with diaeresis
      return 0xFF;
    case 0x386:  // Greek vowels with tonos
      return 0x3AC;
    case 0x38C:
      return 0x3CC;
    case 0x38E:
    case 0x38F:
      return code + 63;
    case 0x38B:  // no characters
    case 0x38D:
      return code;
    case 0x4C0:  // palochka
      return 0x4CF;
    default:
      break;
  }
  if (in(code, 0x388, 0x38A)) return code + 37;
  if (in(code, 0x400, 0x40F)) return code + 80;
  const bool by_blocks = code < 0x100 || in(code, 0x391, 0x3AB) || in(code, 0x410, 0x42F);
  return code + (by_blocks ? 32 : 1);
}

std::string lower_case(std::string_view text) {
  std::string lower;
  while (!text.empty()) {
    const Character character = first_character(text);
    const char32_t code = lower_case(character.code);
    if (code == character.code) {
      lower += text.substr(0, character.bytes);
    } else if (code < 0x80) {
      lower += static_cast<char>(code);
    } else if (code < 0x800) {
      lower += static_cast<char>(0xC0 | code >> 6);
      lower += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      lower += static_cast<char>(0xE0 | code >> 12);
      lower += static_cast<char>(0x80 | (code >> 6 & 0x3F));
      lower += static_cast<char>(0x80 | (code & 0x3F));
    }
    text.remove_prefix(character.bytes);
  }
  return lower;
}

bool is_greek(char32_t code) {
  return code == 0xB5 || (in(code, 0x370, 0x3FF) && greek(code) != CharacterKind::kSymbol) ||
         in(code, 0x1F00, 0x1FFF);
}

}  // namespace costruct::experiments
