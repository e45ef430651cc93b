// The catalog of learners, by name.
#pragma once

#include <string>

#include "costruct/core/catalog.hpp"
#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// All learners, in the order in which they are listed.
const Catalog<LearnerEntry>& learner_catalog();

/// Adds a learner of your own program at the end of the catalog, at any time. Throws as
/// Catalog::add() does. If it is_supervised(), self_training and co_training offer it.
void add_learner(LearnerEntry entry);

/// Returns the entry with this name, or null.
const LearnerEntry* find_learner(const std::string& name);

}  // namespace costruct
