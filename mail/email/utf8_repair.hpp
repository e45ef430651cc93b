// Converts text of emails with unknown encoding to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

bool is_utf8(std::string_view text);

/// The text with U+FFFD in place of each byte that is not valid UTF-8.
std::string utf8_of(std::string_view text);

/// Converts each byte as ISO 8859-1. Bytes from 0x80 to 0x9F are read as windows-1252, because mail
/// that declares ISO 8859-1 usually uses windows-1252.
std::string utf8_of_latin1(std::string_view text);

void append_utf8(char32_t code, std::string& text);

/// Whether JSON text contains an escape `\ud800` to `\udfff` that is not half of a pair.
bool has_lone_surrogates(std::string_view json);
/// The same text with `\ufffd` in place of these escapes.
std::string without_lone_surrogates(std::string_view json);

}  // namespace costruct::experiments
