// Emails in the format in which they are sent (RFC 5322, MIME), read with GMime.
#pragma once

#include <string_view>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

// Limits of what is read. Content beyond a limit is ignored; the rest of the email is read.
inline constexpr std::size_t kMostMimeParts = 100;
inline constexpr std::size_t kMostPartText = std::size_t{1} << 20;     ///< bytes of a part's text
inline constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 20;  ///< of all parts together
inline constexpr std::size_t kMostHeaderLines = 10'000;
inline constexpr std::size_t kMostBorderLines = 10'000;  ///< lines that begin with --
inline constexpr std::size_t kLongestHeader = std::size_t{64} << 10;
inline constexpr std::size_t kMostHeaderColons =
    200;  ///< colons in one header: nested groups of addresses

/// Whether the program was built with GMime. If not, email_from_mime() throws DataError.
bool reads_mime();

/// Reads whatever can be read. Bytes that are not an email give an email without headers. The parts
/// are the leaves of multiparts and of enclosed messages, in their order, also if signed or
/// encrypted. The id is the Message-ID without its brackets. The date is that of the Date header
/// with its time zone. Recipients are the addresses in To and Cc.
///
/// Text is converted from the character set that its part declares. If that is missing, unknown or
/// wrong, the text is read as UTF-8 if it is valid, else as ISO 8859-1. All strings are UTF-8.
///
/// You may call it from several threads. It disables the log messages of GMime and GLib for the
/// whole process.
Email email_from_mime(std::string_view message);

}  // namespace costruct::experiments
