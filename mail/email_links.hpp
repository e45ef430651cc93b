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
  std::string id;                    ///< "": no link can name it
  ExamplePlace place;                ///< file and line, for messages
  std::optional<std::string> batch;  ///< the name of its batch; nullopt: not known
  /// The ids of emails in the same batch, and of emails in other batches.
  std::vector<std::string> must, cannot;
  bool has_links() const { return !must.empty() || !cannot.empty(); }
};

/// Takes these facts from an email.
LinkedEmail linked_email(const Email& email, ExamplePlace place);

/// The facts about the partition of a set of emails, as the problem `clustering` takes them
/// (problems/clustering/known_links.hpp). Objects are numbered by their places in `emails`. Emails
/// of known batches are together or apart; each link adds a fact.
///
/// Throws DataError, with file and line, for an id that no email or several emails of the set have.
/// Throws it also for a link of an email with itself, and for a link that contradicts batches or
/// links before it.
Known known_links(const std::vector<const LinkedEmail*>& emails);

/// The groups of emails that are connected by links of either kind, directly or through other
/// emails. A group has the places of its emails in the list, ascending. Emails without any link are
/// left out. Throws DataError as known_links() does for ids.
std::vector<std::vector<Index>> linked_emails(const std::vector<LinkedEmail>& emails);

}  // namespace costruct::experiments
