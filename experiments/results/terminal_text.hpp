// Text in the columns of a terminal.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// How wide a text is on a terminal, counting characters and not bytes.
Index text_width(const std::string& text);
/// Spaces before the text up to a width.
std::string padded(const std::string& text, Index width);
/// Text broken at blanks into lines no wider than `width` where that is possible; a longer word stands alone.
std::vector<std::string> wrapped(const std::string& text, Index width);
/// Control characters, which must not reach the terminal, as "?".
std::string printable(std::string text);

}  // namespace costruct::experiments
