// Checks a config against its data before anything is learned.
#pragma once

#include "costruct/experiments/config/notes.hpp"
#include "costruct/experiments/draws/loaded_data.hpp"

namespace costruct::experiments {

/// Throws ConfigError
///   - for a label that an option names and the data do not have
///   - for a view without features
///   - for views that the data do not have
/// Throws DataError, naming file and line,
///   - for a value that a learner cannot take, because it needs indicators (0 or 1) or counts
///   - for an output that the problem cannot predict
///   - in an experiment, for an example that is labeled in part
void check_against_data(const Config& config, const LoadedData& data);

/// Whether a view of the learner has features that are fitted to the inputs.
bool fits_features(const LearnerConfig& learner, const LoadedData& data);

/// Notes for the user on the learners with these data, one line each. They name learners that train
/// a single view, and learners without the unlabeled examples that they use. They also name unusual
/// labels, such as only one or several that differ by case, and features of very unequal scales.
std::vector<std::string> notes_on_data(const Config& config, const LoadedData& data);

/// Those of the notes that are about the scales of features, and targets far from 0.
std::vector<std::string> notes_on_scales(const Config& config, const LoadedData& data);

}  // namespace costruct::experiments
