// Email: an email, as the readers of all formats return it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// One leaf of the MIME structure.
struct EmailPart {
  std::string type;  ///< media type in lower case: "text/html"
  std::string filename;
  Index bytes = 0;   ///< bytes of the decoded contents
  std::string text;  ///< text parts only: UTF-8, transfer encoding decoded; HTML unchanged
  friend bool operator==(const EmailPart&, const EmailPart&) = default;
};

/// An email: its headers, parts and, if known, its batch and label.
struct Email {
  std::string id;
  std::string date;          ///< ISO 8601, empty if unreadable; not used as a feature
  std::string from;          ///< the From header, decoded
  std::string subject;       ///< decoded (RFC 2047), UTF-8
  std::string content_type;  ///< media type of the whole message, lower case
  std::string mailer;        ///< X-Mailer or User-Agent
  Index recipients = 0;      ///< addresses in To and Cc
  Index size = 0;            ///< bytes of the message as it was sent
  std::vector<EmailPart> parts;
  std::optional<std::string>
      batch;  ///< name of its batch, if known; the same for all mails of the batch
  std::optional<std::string> label;  ///< "spam", "ham" ...
  friend bool operator==(const Email&, const Email&) = default;
};

}  // namespace costruct::experiments
