#include "costruct/mail/email/utf8_repair.hpp"

#include <cstdint>
#include <cstring>

#include "costruct/core/text/utf8.hpp"

namespace costruct::experiments {

namespace {

// The number of ASCII bytes at the front, counted in steps of eight.
std::size_t ascii_front(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  std::size_t place = 0;
  for (; place + 8 <= text.size(); place += 8) {
    std::uint64_t block = 0;
    std::memcpy(&block, text.data() + place, 8);
    if ((block & kHighBits) != 0) break;
  }
  while (place < text.size() && static_cast<unsigned char>(text[place]) < 0x80) ++place;
  return place;
}

// A byte that is not UTF-8 becomes a character of one byte. U+FFFD itself has three bytes.
bool is_damaged(const Character& character) {
  return character.code == kNoCharacter && character.bytes == 1;
}

// The value of \uXXXX at the front; -1 if there is no such escape.
int escaped_code(std::string_view json) {
  if (json.size() < 6 || json[0] != '\\' || json[1] != 'u') return -1;
  int code = 0;
  for (const char c : json.substr(2, 4)) {
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code;
}

bool is_high_surrogate(int code) {
  return code >= 0xD800 && code < 0xDC00;
}
bool is_low_surrogate(int code) {
  return code >= 0xDC00 && code < 0xE000;
}

// The place of the first lone surrogate from `place` on; npos if there is none.
std::size_t next_lone_surrogate(std::string_view json, std::size_t place) {
  while ((place = json.find('\\', place)) != json.npos) {
    const int code = escaped_code(json.substr(place));
    if (is_low_surrogate(code)) return place;
    if (is_high_surrogate(code)) {
      if (!is_low_surrogate(escaped_code(json.substr(place + 6)))) return place;
      place += 12;
    } else {
      place += 2;
    }
  }
  return json.npos;
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (;;) {
    text.remove_prefix(ascii_front(text));
    if (text.empty()) return true;
    const Character character = first_character(text);
    if (is_damaged(character)) return false;
    text.remove_prefix(character.bytes);
  }
}

std::string utf8_of(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t ascii = ascii_front(text);
    result.append(text.substr(0, ascii));
    text.remove_prefix(ascii);
    if (text.empty()) break;
    const Character character = first_character(text);
    if (is_damaged(character)) {
      append_utf8(kNoCharacter, result);
    } else {
      result.append(text.substr(0, character.bytes));
    }
    text.remove_prefix(character.bytes);
  }
  return result;
}

void append_utf8(char32_t code, std::string& text) {
  const auto put = [&text](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = kNoCharacter;
  const auto value = static_cast<std::uint32_t>(code);
  if (value < 0x80) {
    put(value);
  } else if (value < 0x800) {
    put(0xC0 | (value >> 6));
    put(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    put(0xE0 | (value >> 12));
    put(0x80 | ((value >> 6) & 0x3F));
    put(0x80 | (value & 0x3F));
  } else {
    put(0xF0 | (value >> 18));
    put(0x80 | ((value >> 12) & 0x3F));
    put(0x80 | ((value >> 6) & 0x3F));
    put(0x80 | (value & 0x3F));
  }
}

std::string utf8_of_latin1(std::string_view text) {
  // windows-1252 from 0x80 to 0x9F; its five undefined places stay control characters
  static constexpr char16_t kWindows[32] = {
      0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(byte >= 0x80 && byte < 0xA0 ? kWindows[byte - 0x80] : byte, result);
  }
  return result;
}

bool has_lone_surrogates(std::string_view json) {
  if (json.find("\\ud") == json.npos && json.find("\\uD") == json.npos) return false;
  return next_lone_surrogate(json, 0) != json.npos;
}

std::string without_lone_surrogates(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  std::size_t done = 0;
  for (std::size_t place = 0; (place = next_lone_surrogate(json, place)) != json.npos;
       place = done) {
    result.append(json.substr(done, place - done)).append("\\ufffd");
    done = place + 6;
  }
  result.append(json.substr(done));
  return result;
}

}  // namespace costruct::experiments
