// Converts text of emails with an unknown or wrong encoding to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

bool is_utf8(std::string_view text);

/// The text with U+FFFD in place of each byte that is not UTF-8.
std::string utf8_of(std::string_view text);

/// Reads each byte as the ISO 8859-1 character with its number. Bytes 0x80 to 0x9F are read as
/// windows-1252, because emails that declare ISO 8859-1 usually contain that.
std::string utf8_of_latin1(std::string_view text);

/// Appends a character, given by its Unicode code point, in UTF-8.
void append_utf8(char32_t code, std::string& text);

/// Whether JSON text has an escape `\ud800` to `\udfff` that is not part of a pair.
bool has_lone_surrogates(std::string_view json);
/// The same text with `\ufffd` in place of such escapes.
std::string without_lone_surrogates(std::string_view json);

}  // namespace costruct::experiments
