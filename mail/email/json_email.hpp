// Emails as JSON, an object a line:
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
/// The largest size, count of bytes or recipients.
inline constexpr Index kLargestEmailNumber = Index{1} << 40;

/// Reads an object of the fields `id`, `date`, `from`, `subject_text` (or else `subject`),
/// `content_type`, `x_mailer`, `recipients`, `size`, `batch` (a string or an integer), `label` and
/// `parts`, a list of objects of `type`, `bytes`, `filename`, `text`. Only `parts` must be there;
/// null is as good as nothing, other keys are ignored, and of a key given twice the last counts.
/// Media types are in lower case afterwards; bytes and escapes that are no UTF-8 become U+FFFD.
/// Throws DataError("what is wrong, what was expected"), without file and line.
/// Cost: linear; memory: what the line has times a small constant, however deep or wide.
Email email_from_json(std::string_view line);

/// One line without its end, ASCII, from which email_from_json() gives the same email (if its
/// strings are UTF-8, its media types in lower case and its numbers within the limits).
std::string email_to_json(const Email& email);

}  // namespace costruct::experiments
