// The option `learner` of learners that use a supervised learner inside, such as self-training.
#pragma once

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// Those learners of a list that use labeled examples only. A learner that uses one of them
/// declares an option `learner`, a block of types(), and completes its entry by follow().
class SupervisedLearners {
 public:
  explicit SupervisedLearners(const std::vector<LearnerEntry>& learners);

  BlockTypes types() const;
  /// Makes the learner that a valid block describes. A ConfigError of this learner gets the prefix
  /// "learner.".
  std::unique_ptr<Learner> make(const Json& block) const;
  /// The needs of the learner in the block.
  Needs needs(const Json& block) const;
  /// Completes an entry whose options are declared. It then needs what `own` returns for its
  /// options and what the learner in its block needs. Example weights and problem overrides are
  /// those of that learner.
  void follow(LearnerEntry& entry, std::function<std::vector<Need>(const Json& options)> own) const;

 private:
  const LearnerEntry& entry_of(const Json& block) const;

  std::vector<LearnerEntry> learners_;
};

}  // namespace costruct
