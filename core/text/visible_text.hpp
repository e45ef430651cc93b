// Text that somebody else wrote (names, values, paths), as messages and tables may show it.
#pragma once

#include <string>
#include <string_view>

namespace costruct {

/// The text with everything that a terminal would obey, or that hides or reorders what stands
/// beside it, written as an escape: control characters (`\n`, `\t`, `\u001b`), characters without
/// width, marks of the direction of writing (`\u202e`), and bytes that are no UTF-8 (`\xff`).
/// Characters in `kept` stay. Done twice it is as once, and JSON text stays JSON of the same
/// meaning.
std::string visible_text(std::string_view text, std::string_view kept = "");

/// Whether visible_text() leaves the text as it is.
bool is_visible(std::string_view text);

/// Text of more than `longest` bytes without its middle: "abc...xyz". Whole characters stay whole.
std::string shortened(std::string_view text, std::size_t longest);

/// Both: a visible text of at most `longest` bytes.
std::string visible_line(std::string_view text, std::size_t longest);

/// A name or path for the middle of a message: visible, at most 200 bytes.
std::string shown_name(std::string_view name);

}  // namespace costruct
