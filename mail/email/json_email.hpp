// Emails as JSON, one object on each line:
//
//   {"id": "7", "from": "Ann <ann@a.example>", "subject": "Hi", "content_type": "text/plain",
//    "size": 812, "parts": [{"type": "text/plain", "bytes": 5, "text": "Hello"}], "batch": "3",
//    "label": "ham"}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

inline constexpr std::size_t kMostJsonParts = 1000;
/// Maximum of the fields `size`, `bytes` and `recipients`.
inline constexpr Index kLargestEmailNumber = Index{1} << 40;

/// Reads an email from a JSON object with these fields:
///    id, date, from, content_type, x_mailer, recipients, size, label
///    subject_text, or else subject
///    batch   a string or an integer
///    must, cannot   lists of strings
///    parts   a list of objects with type, bytes, filename, text
/// Only `parts` is required. null counts as absent, other keys are ignored, and the last of equal
/// keys counts. Media types are converted to lower case. Bytes and escapes that are not UTF-8
/// become U+FFFD.
///
/// Throws DataError("what is wrong, what was expected"), without file and line. Cost: linear.
/// Memory: the size of the line times a small constant, for any depth or width of the object.
Email email_from_json(std::string_view line);

/// The keys of an object that email_from_json() ignores. A key of a part is followed by " of
/// parts".
std::vector<std::string> ignored_fields(std::string_view line);

/// Writes one line of ASCII, without its end. email_from_json() reads the same email from it, if
/// its strings are UTF-8, its media types in lower case and its numbers within the limits.
std::string email_to_json(const Email& email);

}  // namespace costruct::experiments
