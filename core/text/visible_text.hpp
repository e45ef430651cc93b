// Makes text from outside (names, values, paths) safe to show in messages and tables.
#pragma once

#include <string>
#include <string_view>

namespace costruct {

/// Returns the text with escapes for everything that controls a terminal, or that hides or reorders
/// the text next to it:
///   - control characters (`\n`, `\t`, `\u001b`),
///   - characters without width, except the joiners U+200C and U+200D,
///   - marks of the writing direction (`\u202e`),
///   - bytes that are not UTF-8 (`\xff`).
/// It does not escape the ASCII characters in `kept`. A second call changes nothing more. JSON text
/// stays JSON with the same meaning.
std::string visible_text(std::string_view text, std::string_view kept = "");

/// Returns whether visible_text() leaves the text unchanged.
bool is_visible(std::string_view text);

/// Replaces the middle of a text of more than `longest` >= 3 bytes: "abc...xyz". The result has at
/// most `longest` bytes. No UTF-8 character is cut.
std::string shortened(std::string_view text, std::size_t longest);

/// Applies visible_text() and shortened(): returns visible text of at most `longest` bytes.
std::string visible_line(std::string_view text, std::size_t longest);

/// Returns a name or path as messages show it: visible, at most 200 bytes.
std::string shown_name(std::string_view name);

}  // namespace costruct
