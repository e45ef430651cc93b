#include "costruct/data/features/rows/text_words.hpp"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <array>

#include "costruct/core/text/utf8.hpp"

namespace costruct::experiments {
namespace {

enum class WordPart : unsigned char {
  kNone,       // separates words
  kLetter,     // letters, and bytes that are not UTF-8
  kDigit,      // digits
  kKatakana,   // joins its own kind
  kConnector,  // joins all of the former; no word of its own
  kMidLetter,  // between two letters
  kMidNumber,  // between two digits
  kMidBoth,    // between two letters or two digits
  kMark,       // belongs to the character before it
  kSingle      // a word of its own
};

WordPart unicode_part(char32_t code) {
  const auto character = static_cast<UChar32>(code);
  switch (u_getIntPropertyValue(character, UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER:
    case U_WB_HEBREW_LETTER:
      return WordPart::kLetter;
    case U_WB_NUMERIC:
      return WordPart::kDigit;
    case U_WB_KATAKANA:
      return WordPart::kKatakana;
    case U_WB_EXTENDNUMLET:
      return WordPart::kConnector;
    case U_WB_MIDLETTER:
      return WordPart::kMidLetter;
    case U_WB_MIDNUM:
      return WordPart::kMidNumber;
    case U_WB_MIDNUMLET:
    case U_WB_SINGLE_QUOTE:
      return WordPart::kMidBoth;
    case U_WB_EXTEND:
    case U_WB_FORMAT:
    case U_WB_ZWJ:
      return WordPart::kMark;
    default:
      break;
  }
  const auto type = u_charType(character);
  return u_isalnum(character) || type == U_OTHER_NUMBER || type == U_OTHER_SYMBOL
             ? WordPart::kSingle
             : WordPart::kNone;
}

WordPart part_of(Character character) {
  static const std::array<WordPart, 128> ascii = [] {
    std::array<WordPart, 128> parts{};
    for (char32_t code = 0; code < parts.size(); ++code) parts[code] = unicode_part(code);
    return parts;
  }();
  if (character.code < ascii.size()) return ascii[character.code];
  if (character.code == kNoCharacter && character.bytes == 1) return WordPart::kLetter;
  return unicode_part(character.code);
}

bool joins(WordPart before, WordPart after) {
  const auto is_word = [](WordPart part) {
    return part == WordPart::kLetter || part == WordPart::kDigit || part == WordPart::kConnector;
  };
  if (is_word(before) && is_word(after)) return true;
  return (before == WordPart::kKatakana || before == WordPart::kConnector) &&
         (after == WordPart::kKatakana || after == WordPart::kConnector);
}

// Whether a part between two others joins them.
bool joins(WordPart before, WordPart between, WordPart after) {
  if (before != after) return false;
  if (before == WordPart::kLetter)
    return between == WordPart::kMidLetter || between == WordPart::kMidBoth;
  return before == WordPart::kDigit &&
         (between == WordPart::kMidNumber || between == WordPart::kMidBoth);
}

void append_character(std::string_view rest, Character character, bool lowercase,
                      std::string& word) {
  constexpr char32_t kTypographicApostrophe = 0x2019;
  if (character.code == kTypographicApostrophe) {
    word += '\'';
    return;
  }
  const bool is_byte = character.code == kNoCharacter;
  const char32_t code = lowercase && !is_byte
                            ? static_cast<char32_t>(u_tolower(static_cast<UChar32>(character.code)))
                            : character.code;
  if (code == character.code) {
    word.append(rest.substr(0, character.bytes));
    return;
  }
  char bytes[U8_MAX_LENGTH];
  std::size_t length = 0;
  U8_APPEND_UNSAFE(bytes, length, static_cast<UChar32>(code));
  word.append(bytes, length);
}

}  // namespace

bool TextWords::next(std::string& word) {
  word.clear();
  bool has_content = false;  // not only connectors
  WordPart last = WordPart::kNone;
  const auto take = [&](Character character, WordPart part) {
    append_character(rest_, character, lowercase_, word);
    rest_.remove_prefix(character.bytes);
    if (part == WordPart::kMark) return;
    last = part;
    has_content = has_content || part != WordPart::kConnector;
  };
  while (!rest_.empty()) {
    const Character character = first_character(rest_);
    const WordPart part = part_of(character);
    if (word.empty()) {
      if (part == WordPart::kLetter || part == WordPart::kDigit || part == WordPart::kKatakana ||
          part == WordPart::kConnector || part == WordPart::kSingle) {
        take(character, part);
      } else {
        rest_.remove_prefix(character.bytes);
      }
      continue;
    }
    if (part == WordPart::kMark || joins(last, part)) {
      take(character, part);
      continue;
    }
    const std::string_view behind = rest_.substr(character.bytes);
    if (!behind.empty() && joins(last, part, part_of(first_character(behind)))) {
      const WordPart before = last;
      take(character, part);
      last = before;
      const Character after = first_character(rest_);
      take(after, part_of(after));
      continue;
    }
    if (has_content) return true;
    word.clear();  // connectors alone; this character may begin a word
  }
  if (has_content) return true;
  word.clear();
  return false;
}

}  // namespace costruct::experiments
