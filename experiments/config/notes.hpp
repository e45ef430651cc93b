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

/// The note on unlabeled examples beside a learner that does not use them.
/// @param learner  its name
std::string unused_unlabeled_note(const std::string& learner);

/// Notes on options that change the loss alone (ProblemEntry::loss_options) and that learners
/// ignore: each option is named once, with its learners and a remedy. The option `loss` also says
/// what the metric `loss` is. It is named if a learner has it for itself, or if no learner looks at
/// it and it is not measured.
std::vector<std::string> unused_loss_notes(const Config& config);

/// The path of an option in a config of this kind: "sweep.repetitions", "learners.0.C" or
/// "data.limit". "" if no block has an option of this name. If several blocks have one, the first
/// of these: a training config's learner, sweep, learners, data, problem, views. The path of the
/// seed of a training config is "seed".
std::string path_of_option(const std::string& name, ConfigKind kind);

}  // namespace costruct::experiments
