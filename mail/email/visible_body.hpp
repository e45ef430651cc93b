// The visible text of an email's parts, without tags, styles, scripts and comments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// Limits in bytes: for the text parts of an email together, HTML included, and for the visible
/// text.
inline constexpr std::size_t kMostBodyBytes = std::size_t{256} << 10;
inline constexpr std::size_t kMostVisibleBytes = std::size_t{64} << 10;

/// The visible text of an email, and the tags and links of its HTML.
struct VisibleBody {
  std::string text;                 ///< UTF-8, one line for each block of HTML; includes URLs
  std::vector<std::uint32_t> tags;  ///< hashes of the names of HTML tags ("/p"), in their order
  std::vector<std::string> links;   ///< targets of href: at most 1000, 200 bytes each
  std::uint32_t charset = 0;  ///< hash of the charset that the first HTML part declares; 0: none
};

/// The visible text of all text parts, one below the other.
///
/// HTML is read tolerantly, in linear time. A tag ends at the next >. A comment, style or script
/// without an end extends to the end of the part. Text beyond the limits is dropped.
VisibleBody visible_body(const Email& email);

}  // namespace costruct::experiments
