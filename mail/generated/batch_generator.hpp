// A stream of made-up mails: batches of templates that are exchanged over time, among mails that
// belong to no batch.
#pragma once

#include <functional>
#include <vector>

#include "costruct/core/random.hpp"
#include "costruct/mail/email/email.hpp"
#include "costruct/mail/generated/batch_template.hpp"

namespace costruct::experiments {

struct BatchGeneratorOptions {
  std::uint64_t seed = 1;
  double obfuscation = 0.2;  ///< how much the mails of a template are changed, in [0, 1]
  double batch_size = 20;    ///< mean number of mails of a template (geometric), in [1, 1e6]
  Index active = 20;         ///< templates in use at a time, in [1, 10000]
  double singletons = 0.2;   ///< share of mails that belong to no template, in [0, 1]
};

/// The same mails for the same options, one after the other; memory O(active).
///
/// A mail comes of one of the `active` templates, each as likely; a template that has sent all its
/// mails makes room for the next one. Its mails have batch "t<number>" and label "spam". With
/// probability `singletons` a mail stands alone: batch "s<number>", label "ham". Ids are
/// "m<number>" from 1; dates ascend.
class BatchGenerator {
 public:
  /// Gives the next real mail, or false where there is none left; made-up ones follow.
  using HamSource = std::function<bool(Email&)>;

  /// Throws ConfigError naming each option that is out of range. Mails of `ham` stand for single
  /// ones; they keep all but id (theirs follows, as in "m17/old-id"), date, label and batch. If
  /// they have a batch, it stays one: "h" and its name.
  explicit BatchGenerator(const BatchGeneratorOptions& options, HamSource ham = {});

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
