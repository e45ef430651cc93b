// The facts in a file about the batches of emails: the batches themselves, and links between
// emails.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "costruct/core/known.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/mail/email/email.hpp"

namespace costruct::experiments {

/// The facts in a file about the batch of an email.
struct LinkedEmail {
  std::string id;
  ExamplePlace place;
  std::optional<std::string> batch;
  std::vector<std::string> must, cannot;  ///< ids of other emails
  bool has_links() const { return !must.empty() || !cannot.empty(); }
};

LinkedEmail linked_email(const Email& email, ExamplePlace place);

/// The facts about the partition of a set of emails, as the problem `clustering` takes them. Emails
/// of known batches are together or apart; links tell more.
///
/// Throws DataError, with file and line, for an id that no email or several emails of the set have.
/// Throws it also for a link of an email with itself, and for a link that contradicts batches or
/// links before it.
Known known_links(const std::vector<const LinkedEmail*>& emails);

/// The places of emails that are linked with each other, also over others, in ascending order.
/// Emails without any link are left out. Throws DataError as known_links() does for ids.
std::vector<std::vector<Index>> linked_emails(const std::vector<LinkedEmail>& emails);

}  // namespace costruct::experiments
