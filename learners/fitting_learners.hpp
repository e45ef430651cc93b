// Finds the learners that can be fitted to a problem.
#pragma once

#include <string>
#include <vector>

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// Returns whether these views offer everything that the learner needs with its default options.
/// The views may be without examples, because nothing is fitted.
bool learns(const LearnerEntry& learner, const Views& views);

/// Returns the names of all learners for which learns() is true, in the order of the catalog.
std::vector<std::string> fitting_learners(const Views& views);

}  // namespace costruct
