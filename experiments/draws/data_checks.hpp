// What a config asks for that its data do not have, and what has no effect on them: found before
// anything is learned.
#pragma once

#include "costruct/experiments/config/notes.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"

namespace costruct::experiments {

/// Throws ConfigError for a label that an option names and the data do not have, for a view without
/// features and for views that are none of the data's. Throws DataError, naming file and line, for
/// a value that a learner which needs indicators cannot take.
void check_against_data(const Config& config, const LoadedData& data);

/// Whether some view of the learner has features that are fitted to the inputs it sees.
bool fits_features(const LearnerConfig& learner, const LoadedData& data);

/// What the user should know of the learners on these data, a line each: one that trains a single
/// view, one that uses unlabeled examples and has none, labels that are all the same, attributes
/// that nobody scales.
std::vector<std::string> notes_on_data(const Config& config, const LoadedData& data);

/// Of these, what is to be said of attributes and targets.
std::vector<std::string> notes_on_scales(const Config& config, const LoadedData& data);

}  // namespace costruct::experiments
