// BatchGenerator: generates a stream of mails. Batches come from templates that are replaced over
// time, mixed with mails that belong to no batch.
#pragma once

#include <functional>
#include <vector>

#include "costruct/core/random.hpp"
#include "costruct/mail/email/email.hpp"
#include "costruct/mail/generated/batch_template.hpp"

namespace costruct::experiments {

/// The options of the generator.
struct BatchGeneratorOptions {
  std::uint64_t seed = 1;
  double obfuscation = 0.2;  ///< amount of change within a template, in [0, 1]
  double batch_size = 20;    ///< mean number of mails of a template (geometric), in [1, 1e6]
  Index active = 20;         ///< number of templates in use at a time, in [1, 10000]
  double singletons = 0.2;   ///< share of mails without a template, in [0, 1]
};

/// Generates mails one by one; the same options give the same mails. Memory: O(active).
///
/// Each mail comes from one of the `active` templates, with equal probability. After its last mail,
/// a template is replaced by the next one. Its mails have the batch "t<number>" and the label
/// "spam". With probability `singletons`, a mail belongs to no template. Such mails have the batch
/// "s<number>" and the label "ham". Ids are "m<number>", from 1. Dates ascend.
class BatchGenerator {
 public:
  /// Gives the next real mail. If it returns false, generated mails follow.
  using HamSource = std::function<bool(Email&)>;

  /// Throws ConfigError that names each option out of range.
  ///
  /// Mails of `ham` replace the generated single mails. They keep all but id, date, label and
  /// batch. The id is "m17/old-id": a new id, followed by their own. The batch is "h" and their own
  /// batch name, if they have one; otherwise it is as above.
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
  Index seconds_ = 0;  // seconds since the first day
};

}  // namespace costruct::experiments
