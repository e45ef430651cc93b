// The catalog of learners, by name.
#pragma once

#include <string>
#include <vector>

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// All learners, in the order in which they are listed.
const std::vector<LearnerEntry>& learner_catalog();

/// Adds a learner of your own program at the end of the catalog. Call it before anything else.
void add_learner(LearnerEntry entry);

/// Returns the entry with this name, or null.
const LearnerEntry* find_learner(const std::string& name);

}  // namespace costruct
