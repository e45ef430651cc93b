// Text from a data file as it stands in an error message.
#pragma once

#include <string>
#include <string_view>

#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {

/// The text in quotes, visible and at most 40 bytes of it.
inline std::string shown_text(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return "\"" + visible_line(text, kLongest) + "\"";
}

}  // namespace costruct::experiments
