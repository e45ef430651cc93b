// Lays out text in the columns of a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The limit for visible_line(), in bytes, for a text from a config or store (a claim, an error).
inline constexpr std::size_t kLongestText = 2000;

/// The width of a text on a terminal, in characters and not in bytes.
Index text_width(std::string_view text);
/// The text, or as much of it as fits with "..." at its end.
std::string cut_to_width(const std::string& text, Index width);
/// Breaks a text at spaces into lines no wider than `width`. A longer word gets a line of its own.
std::vector<std::string> wrapped(const std::string& text, Index width);
}  // namespace costruct::experiments
