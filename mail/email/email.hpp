// Email: an email in the form that the readers of all formats produce.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A leaf of the MIME structure.
struct EmailPart {
  std::string type;      ///< media type in lower case: "text/html"
  std::string filename;  ///< "": the part has none
  Index bytes = 0;       ///< size of the decoded content
  std::string text;      ///< only text parts: decoded content in UTF-8; HTML is unchanged
  friend bool operator==(const EmailPart&, const EmailPart&) = default;
};

/// An email with its headers and parts.
struct Email {
  std::string id;            ///< the Message-ID, or a name from the file; "": none
  std::string date;          ///< ISO 8601, empty if unreadable; not used as a feature
  std::string from;          ///< the From header, decoded
  std::string subject;       ///< decoded (RFC 2047), UTF-8
  std::string content_type;  ///< media type of the whole message, lower case
  std::string mailer;        ///< X-Mailer or User-Agent
  Index recipients = 0;      ///< addresses in To and Cc
  Index size = 0;            ///< bytes of the message as it was sent
  std::vector<EmailPart> parts;
  std::optional<std::string>
      batch;  ///< the true batch, if known: emails of one batch have the same text here
  std::optional<std::string> label;  ///< "spam", "ham" ...
  std::vector<std::string> must;     ///< ids of emails that are in the same batch
  std::vector<std::string> cannot;   ///< ids of emails that are in other batches
  friend bool operator==(const Email&, const Email&) = default;
};

}  // namespace costruct::experiments
