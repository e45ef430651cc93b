// Makes text from outside (names, values, paths) safe to show in messages and tables.
#pragma once

#include <string>
#include <string_view>

namespace costruct {

/// The text with escapes for everything that controls a terminal, or that hides or reorders the
/// text next to it:
///   - control characters (`\n`, `\t`, `\u001b`),
///   - characters without width,
///   - marks of the writing direction (`\u202e`),
///   - bytes that are not UTF-8 (`\xff`).
/// It does not escape the characters in `kept`. A second call changes nothing more. JSON text stays
/// JSON with the same meaning.
std::string visible_text(std::string_view text, std::string_view kept = "");

/// Whether visible_text() leaves the text unchanged.
bool is_visible(std::string_view text);

/// Shortens text of more than `longest` bytes by its middle: "abc...xyz". Never cuts a character.
std::string shortened(std::string_view text, std::size_t longest);

/// visible_text() and shortened() together: visible text of at most `longest` bytes.
std::string visible_line(std::string_view text, std::size_t longest);

/// A name or path as messages show it: visible, at most 200 bytes.
std::string shown_name(std::string_view name);

}  // namespace costruct
