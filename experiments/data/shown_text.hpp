// Text from a data file as it stands in an error message.
#pragma once

#include <string>
#include <string_view>

namespace costruct::experiments {

/// The text in quotes, at most 40 bytes of it, with bytes that are not printable ASCII or part of a longer
/// UTF-8 character written as \xNN.
inline std::string shown_text(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  constexpr char kDigits[] = "0123456789abcdef";
  std::string shown = "\"";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      shown += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
    } else {
      shown += c;
    }
  }
  if (text.size() > kLongest) shown += "...";
  return shown + "\"";
}

}  // namespace costruct::experiments
