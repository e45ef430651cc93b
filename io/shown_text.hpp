// Shows text of a data file in an error message.
#pragma once

#include <string>
#include <string_view>

#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {

/// At most 40 bytes of the text, in quotes and with visible characters only.
inline std::string shown_text(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return "\"" + visible_line(text, kLongest) + "\"";
}

}  // namespace costruct::experiments
