// The option `learner` of learners that use a supervised learner inside, such as self-training.
#pragma once

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// The types of a block that describes a supervised learner: all learners of the catalog that
/// is_supervised() accepts, also those that are added later.
BlockTypes supervised_learners();

/// Makes the learner that a valid block describes. A ConfigError of this learner gets the prefix
/// "learner.".
std::unique_ptr<Learner> make_supervised(const Json& block);

/// Throws ConfigError if these views do not offer what the learner in a valid block needs.
void check_supervised(const Json& block, const Views& views);

/// Completes the entry of a learner whose option `learner` is a block of supervised_learners(). The
/// learner then needs what the learner in its block needs, and what `own` returns for its options.
/// Example weights and problem overrides are those of the learner in the block.
void follow_supervised(LearnerEntry& entry,
                       std::function<std::vector<Need>(const Json& options)> own);

}  // namespace costruct
