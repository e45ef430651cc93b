#include "costruct/core/text/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace costruct {

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {kNoCharacter, 1};
  char32_t code = lead & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {kNoCharacter, 1};
    code = (code << 6) | (byte(i) & 0x3F);
  }
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  if (overlong || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF) return {kNoCharacter, 1};
  return {code, bytes};
}

std::size_t first_not_utf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080u;
  for (std::size_t at = 0; at < text.size();) {
    std::uint64_t eight = 0;
    if (text.size() - at >= sizeof eight) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & kHighBits) == 0) {  // ASCII, like most text
        at += sizeof eight;
        continue;
      }
    }
    const Character character = first_character(text.substr(at));
    if (character.code == kNoCharacter && character.bytes == 1) return at;
    at += character.bytes;
  }
  return std::string_view::npos;
}

}  // namespace costruct
