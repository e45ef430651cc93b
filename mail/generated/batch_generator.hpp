// A generator of artificial emails. It mixes batches from templates, which change over time, with
// single emails that belong to no batch.
#pragma once

#include <functional>
#include <vector>

#include "costruct/core/random.hpp"
#include "costruct/mail/email/email.hpp"
#include "costruct/mail/generated/batch_template.hpp"

namespace costruct::experiments {

/// The options of BatchGenerator.
struct BatchGeneratorOptions {
  std::uint64_t seed = 1;
  double obfuscation = 0.2;  ///< in [0, 1]: how much emails deviate from their template
  double batch_size = 20;    ///< mean number of emails of a template (geometric), in [1, 1e6]
  Index active = 20;         ///< number of templates in use at a time, in [1, 10000]
  double singletons = 0.2;   ///< fraction of emails without a template, in [0, 1]
};

/// Generates a stream of emails. The same options give the same emails. Memory: O(active).
///
/// There are two sorts of emails:
///    from a template  one of the `active` templates, all equally likely. The batch is "t<number>"
///                     and the label "spam". A template that has sent all its emails is replaced.
///    single           with probability `singletons`. The batch is "s<number>" and the label "ham".
/// Ids are "m<number>" from 1. Dates ascend.
class BatchGenerator {
 public:
  /// Reads the next real email; returns false at the end. Artificial emails follow then.
  using HamSource = std::function<bool(Email&)>;

  /// Throws ConfigError that names each option out of range.
  /// @param ham  real emails in place of artificial single ones. They keep everything except date,
  ///             label, batch, id and links (must, cannot). The old id follows the new one, as in
  ///             "m17/old-id". If such an email has a batch, its new batch is "h" and the name of
  ///             the old one. Empty: all emails are artificial
  explicit BatchGenerator(const BatchGeneratorOptions& options, HamSource ham = {});

  /// Returns the next email. The stream has no end.
  Email next();

 private:
  struct Active {
    Index number;
    Index left;
    BatchTemplate batch;
  };
  Active next_template();
  Email single(RandomStream& random, Index number);

  BatchGeneratorOptions options_;
  HamSource ham_;
  std::vector<Active> active_;
  Index templates_ = 0;
  Index mails_ = 0;
  Index seconds_ = 0;  // since the first day
};

}  // namespace costruct::experiments
