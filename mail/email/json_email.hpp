// Emails as JSON, one object on each line:
//
//   {"id": "7", "from": "Ann <ann@a.example>", "subject": "Hi", "content_type": "text/plain",
//    "size": 812, "parts": [{"type": "text/plain", "bytes": 5, "text": "Hello"}], "batch": "3",
//    "label": "ham"}
#pragma once

#include <string>
#include <string_view>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

inline constexpr std::size_t kMostJsonParts = 1000;
/// The largest allowed number of bytes or recipients.
inline constexpr Index kLargestEmailNumber = Index{1} << 40;

/// Reads an object with these fields:
///
///   id, date, from, content_type, x_mailer, recipients, size, label
///   subject_text, or else subject
///   batch   a string or an integer
///   parts   a list of objects with type, bytes, filename, text
///
/// Only `parts` is required. A null value counts as absent, and unknown keys are ignored. If a key
/// is repeated, the last value counts. Media types are converted to lower case. Bytes and escapes
/// that are not valid UTF-8 become U+FFFD.
///
/// Throws DataError("what is wrong, what was expected"), without file and line. Cost: linear.
/// Memory: the length of the line times a small constant, for any depth or width.
Email email_from_json(std::string_view line);

/// One line of ASCII without line end. email_from_json() reads the same email from it, if strings
/// are UTF-8, media types are in lower case, and numbers are within the limits.
std::string email_to_json(const Email& email);

}  // namespace costruct::experiments
