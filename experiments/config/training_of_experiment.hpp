// From a curve to a model: the training config of one learner of an experiment.
#pragma once

#include <string>

#include "costruct/core/options.hpp"
#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// What remains of an experiment where one learner, by its name, is trained on all of the data:
/// problem, data (test files too), views, seed; `select` as it is, on folds of the labeled
/// examples, by the metric that the sweep chose by. Draws, other learners, tests and claims are
/// left out. What is wrong in the blocks themselves is left as it is: check the experiment first.
/// Throws ConfigError where the config is no experiment, where no learner has that name (with the
/// nearest), and of collections, which have no data of their own.
Json training_of_experiment(const Json& experiment, const std::string& learner,
                            const std::string& file);

/// Why an option of an experiment, by its path ("sweep.labeled"), changes nothing of
/// training_of_experiment(); "" where it may.
std::string why_not_carried_over(const std::string& path, const Json& experiment,
                                 const std::string& learner);

}  // namespace costruct::experiments
