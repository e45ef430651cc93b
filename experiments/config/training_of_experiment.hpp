// Makes the training config of one learner of an experiment.
#pragma once

#include <string>

#include "costruct/core/options.hpp"
#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// The config that trains one learner of an experiment on all of its data. It keeps the problem,
/// the data (with test files), the views and the seed. `select` stays and uses folds of the labeled
/// examples and the metric by which the sweep chose. Draws, other learners, tests and claims are
/// left out.
///
/// Errors inside the blocks are not checked: check the experiment first. Throws ConfigError for a
/// config that is not an experiment, and for a name that no learner has (with the nearest name).
/// Throws it also for collections, which have no data of their own.
/// @param file  the name of the experiment's file, for messages
Json training_of_experiment(const Json& experiment, const std::string& learner,
                            const std::string& file);

/// The reason why an option of an experiment, given its path ("sweep.labeled"), has no effect on
/// training_of_experiment(); "" if it can have one.
std::string why_not_carried_over(const std::string& path, const Json& experiment,
                                 const std::string& learner);

}  // namespace costruct::experiments
