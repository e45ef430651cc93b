// Learners that hold another one: an option for a supervised learner, and what an entry owes to it.
#pragma once

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// The learners of a list that use labeled examples only. A learner that holds one of them declares
/// an option `learner`, a block of types(), and gets its entry completed by follow().
class SupervisedLearners {
 public:
  explicit SupervisedLearners(const std::vector<LearnerEntry>& learners);

  BlockTypes types() const;
  /// The learner that a valid block describes. A ConfigError of its own stands at "learner.".
  std::unique_ptr<Learner> make(const Json& block) const;
  /// What it needs.
  Needs needs(const Json& block) const;
  /// Lets an entry, whose options are declared, need what `own` says of its options and what the
  /// learner in its block needs; weigh examples and set problem options as that learner does.
  void follow(LearnerEntry& entry, std::function<std::vector<Need>(const Json& options)> own) const;

 private:
  const LearnerEntry& entry_of(const Json& block) const;

  std::vector<LearnerEntry> learners_;
};

}  // namespace costruct
