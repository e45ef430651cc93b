// The error message for text that is not JSON.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "costruct/core/text/visible_text.hpp"

namespace costruct::experiments {

/// Makes the message "no JSON at byte 5: what is wrong" from a message of the parser:
///   "[json.exception.parse_error.101] parse error at line 1, column 5: what is wrong"
/// @param byte  from 1; 0: not known
inline std::string no_json(std::size_t byte, std::string_view message) {
  constexpr std::size_t kLongest = 160;
  for (const std::string_view mark : {": ", "] "}) {
    const std::size_t at = message.find(mark);
    if (at == std::string_view::npos) continue;
    message.remove_prefix(at + mark.size());
    break;
  }
  const std::string place = byte == 0 ? "" : fmt::format(" at byte {}", byte);
  return fmt::format("no JSON{}: {}", place, visible_line(message, kLongest));
}

}  // namespace costruct::experiments
