// Notes for the user on options of a config that have no effect, or not the expected one.
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// Writes the notes to stderr, one line each, with `about` before each line.
void tell_notes(const std::vector<std::string>& notes, const std::string& about = "");

/// The note on a learner for several views that has only one view.
std::string one_view_note(const LearnerConfig& learner);

}  // namespace costruct::experiments
