// The text of an email's parts as a human reader sees it: without tags, styles, scripts and
// comments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// Maximum number of bytes that are read from all text parts together, HTML included; and maximum
/// size of the visible text.
inline constexpr std::size_t kMostBodyBytes = std::size_t{256} << 10;
inline constexpr std::size_t kMostVisibleBytes = std::size_t{64} << 10;

/// The visible text of an email, with its HTML tags and links.
struct VisibleBody {
  std::string text;                 ///< UTF-8, a line for each block of HTML; contains URLs
  std::vector<std::uint32_t> tags;  ///< hashes of the names of HTML tags ("/p"), in their order
  std::vector<std::string> links;   ///< targets of href and of forms; at most 1000 of 200 bytes
  std::uint32_t charset =
      0;  ///< hash of the character set that the first HTML part declares; 0: not declared
};

/// The visible text of all text parts, one after the other. HTML is read tolerantly and in linear
/// time. A tag ends at the next >. A comment, style or script without an end extends to the end of
/// the part. Content beyond the limits is ignored.
VisibleBody visible_body(const Email& email);

}  // namespace costruct::experiments
