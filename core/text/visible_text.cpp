#include "costruct/core/text/visible_text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "costruct/core/text/utf8.hpp"

namespace costruct {
namespace {

constexpr std::string_view kGap = "...";

bool between(char32_t code, char32_t first, char32_t last) {
  return first <= code && code <= last;
}

// Control characters, line separators, characters without width, direction marks, and code points
// that are not characters. The last (U+FFFE and U+FFFF of each plane, U+FDD0 to U+FDEF) are not
// allowed in XML. The joiners U+200C and U+200D are part of the spelling in several scripts and are
// not included.
bool has_no_shape(char32_t code) {
  return code < 0x20 || between(code, 0x7F, 0x9F) || code == 0x61C || code == 0x200B ||
         code == 0x200E || code == 0x200F || between(code, 0x2028, 0x202E) ||
         between(code, 0x2060, 0x206F) || code == 0xFEFF || (code & 0xFFFE) == 0xFFFE ||
         between(code, 0xFDD0, 0xFDEF);
}

bool is_inside_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

}  // namespace

std::string visible_text(std::string_view text, std::string_view kept) {
  std::string visible;
  visible.reserve(text.size());
  const auto end = std::back_inserter(visible);
  while (!text.empty()) {
    const Character character = first_character(text);
    const bool is_bad_byte = character.code == kNoCharacter && character.bytes == 1;
    if (is_bad_byte) {
      fmt::format_to(end, "\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (!has_no_shape(character.code) || kept.find(text[0]) != std::string_view::npos) {
      visible += text.substr(0, character.bytes);
    } else if (text[0] == '\n') {
      visible += "\\n";
    } else if (text[0] == '\t') {
      visible += "\\t";
    } else if (text[0] == '\r') {
      visible += "\\r";
    } else {
      fmt::format_to(end, "\\u{:04x}", static_cast<std::uint32_t>(character.code));
    }
    text.remove_prefix(character.bytes);
  }
  return visible;
}

bool is_visible(std::string_view text) {
  return visible_text(text) == text;
}

std::string shortened(std::string_view text, std::size_t longest) {
  if (text.size() <= longest || longest < kGap.size()) return std::string(text);
  const std::size_t left = longest - kGap.size();
  std::size_t head = left - left / 3, tail = text.size() - left / 3;
  while (head > 0 && is_inside_character(text[head])) --head;
  while (tail < text.size() && is_inside_character(text[tail])) ++tail;
  return std::string(text.substr(0, head)) + std::string(kGap) + std::string(text.substr(tail));
}

std::string visible_line(std::string_view text, std::size_t longest) {
  return shortened(visible_text(shortened(text, 2 * longest)), longest);
}

std::string shown_name(std::string_view name) {
  return visible_line(name, 200);
}

}  // namespace costruct
