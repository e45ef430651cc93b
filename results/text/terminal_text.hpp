// Text in the columns of a terminal.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/text/visible_text.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Bytes of a text that a config or store brings along (a claim, an error), for visible_line().
inline constexpr std::size_t kLongestText = 2000;

/// How wide a text is on a terminal, counting characters and not bytes.
Index text_width(const std::string& text);
/// Spaces before the text up to a width.
std::string padded(const std::string& text, Index width);
/// Text broken at blanks into lines no wider than `width` where that is possible; a longer word
/// stands alone.
std::vector<std::string> wrapped(const std::string& text, Index width);
}  // namespace costruct::experiments
