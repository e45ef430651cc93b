// The learners that can learn the outputs of given views.
#pragma once

#include <string>
#include <vector>

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// Whether the learner, with its default options, learns outputs of these views. Views without data
/// will do.
bool learns(const LearnerEntry& learner, const Views& views);

/// The names of the learners of the catalog that learn outputs of these views.
std::vector<std::string> fitting_learners(const Views& views);

}  // namespace costruct
