// The learners, by name.
#pragma once

#include <string>
#include <vector>

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// All learners, in the order in which they are listed.
const std::vector<LearnerEntry>& learner_catalog();

/// Adds a learner of a program's own behind the others. To be called before anything else is.
void add_learner(LearnerEntry entry);

/// The entry of that name, or null.
const LearnerEntry* find_learner(const std::string& name);

}  // namespace costruct
