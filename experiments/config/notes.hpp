// What a config says that has no effect, or not the one that it seems to have.
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// Says on stderr what has no effect, a line each; `about` stands before all of them.
void tell_notes(const std::vector<std::string>& notes, const std::string& about = "");

/// The note on a learner of several views that has one.
std::string one_view_note(const LearnerConfig& learner);

}  // namespace costruct::experiments
