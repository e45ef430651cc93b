// Reads emails in the form in which they are sent (RFC 5322, MIME), with GMime.
#pragma once

#include <string_view>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

// Limits. Content beyond them is not read, but the rest of the email is.
inline constexpr std::size_t kMostMimeParts = 100;
inline constexpr std::size_t kMostPartText = std::size_t{1} << 20;     ///< bytes of a part's text
inline constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 20;  ///< headers of all parts
inline constexpr std::size_t kMostHeaderLines = 10'000;
inline constexpr std::size_t kMostBorderLines = 10'000;  ///< lines that begin with --
inline constexpr std::size_t kLongestHeader = std::size_t{64} << 10;
inline constexpr std::size_t kMostHeaderColons =
    200;  ///< colons of one header: nested groups of addresses

/// Whether the program was built with GMime. If not, email_from_mime() throws DataError.
bool reads_mime();

/// Reads all that can be read. Bytes that are not an email give an email without headers.
///
/// The parts of multiparts and of nested messages are listed in order. Signed and encrypted parts
/// are treated like others. The id is the Message-ID without brackets. The date is that of the Date
/// header, with its zone. Recipients are the addresses in To and Cc.
///
/// Text is converted from the charset that its part declares. If the charset is missing, unknown or
/// wrong, the text is read as UTF-8 if it is valid, and otherwise as ISO 8859-1. All strings are
/// UTF-8.
///
/// Several threads may call it. It switches off the log messages of GMime and GLib for the whole
/// process.
Email email_from_mime(std::string_view message);

}  // namespace costruct::experiments
