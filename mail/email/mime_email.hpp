// Emails as they are sent (RFC 5322, MIME), read by GMime.
#pragma once

#include <string_view>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

// What is beyond these is not read; the rest of the email is.
inline constexpr std::size_t kMostMimeParts = 100;
inline constexpr std::size_t kMostPartText = std::size_t{1} << 20;     ///< bytes of a part's text
inline constexpr std::size_t kMostHeaderBytes = std::size_t{1} << 20;  ///< of all parts
inline constexpr std::size_t kMostHeaderLines = 10'000;
inline constexpr std::size_t kMostBorderLines = 10'000;  ///< lines that begin with --
inline constexpr std::size_t kLongestHeader = std::size_t{64} << 10;
inline constexpr std::size_t kMostHeaderColons =
    200;  ///< of one header: groups of addresses within each other

/// False where the program was built without GMime, and email_from_mime() throws DataError.
bool reads_mime();

/// Reads whatever can be read: bytes that are no email give an email without headers. Parts of
/// multiparts and of messages within messages are listed in their order, signed and encrypted ones
/// like any other. The id is the Message-ID without its brackets, the date that of the Date header
/// with its zone; recipients are the addresses in To and Cc. Text is converted from the character
/// set that its part declares; where that is missing, unknown or untrue it is taken for UTF-8 if it
/// can be, for ISO 8859-1 if not. All strings are UTF-8. Safe to call from several threads.
/// Silences what GMime and GLib log, for the whole process.
Email email_from_mime(std::string_view message);

}  // namespace costruct::experiments
