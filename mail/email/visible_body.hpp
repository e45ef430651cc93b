// The text of an email's parts as a reader sees it: without tags, styles, scripts and comments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// Bytes of all text parts together, HTML included, that are looked at; and of the visible text
/// kept.
inline constexpr std::size_t kMostBodyBytes = std::size_t{256} << 10;
inline constexpr std::size_t kMostVisibleBytes = std::size_t{64} << 10;

struct VisibleBody {
  std::string text;                 ///< UTF-8, a line a block of HTML; URLs are still in it
  std::vector<std::uint32_t> tags;  ///< hashes of the names of HTML tags ("/p"), in their order
  std::vector<std::string>
      links;  ///< what href points to, 200 bytes of each and 1000 of them at most
  std::uint32_t charset =
      0;  ///< hash of the character set that the first HTML part declares; 0: none
};

/// The visible text of all text parts, one below the other. HTML is read tolerantly, in linear
/// time: a tag ends at the next >, a comment, style or script that does not end goes to the end of
/// the part. What is cut off behind the limits is lost.
VisibleBody visible_body(const Email& email);

}  // namespace costruct::experiments
