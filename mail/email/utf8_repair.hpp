// Text of emails, of which nobody knows what it is, as UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

bool is_utf8(std::string_view text);

/// The text with U+FFFD in place of each byte that is no UTF-8.
std::string utf8_of(std::string_view text);

/// Each byte as the character of that number (ISO 8859-1); those from 0x80 to 0x9F as windows-1252
/// has them, as mail that claims the former means the latter.
std::string utf8_of_latin1(std::string_view text);

void append_utf8(char32_t code, std::string& text);

/// Whether JSON text has an escape `\ud800` to `\udfff` that is no half of a pair.
bool has_lone_surrogates(std::string_view json);
/// The same text with `\ufffd` in their places.
std::string without_lone_surrogates(std::string_view json);

}  // namespace costruct::experiments
