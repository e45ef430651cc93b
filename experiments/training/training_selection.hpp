// The block `select` in a training config. It compares values of options on folds or draws of the
// labeled training examples. The model is then trained on all of them.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "costruct/experiments/draws/loaded_data.hpp"

namespace costruct::experiments {

/// The values that were chosen, and the table that decided.
struct TrainingChoice {
  Json selected;   ///< option -> value
  Json selection;  ///< protocol, sizes, metric, and `table`: one row for each combination of values
};

/// Makes the choice for the learner of a config with `select`, among the examples of `data` that
/// training may use. Sets the learner's options, also in `config.effective`.
///
/// A fold or draw trains on the other labeled examples, and on those without labels if the learner
/// uses any; no label is hidden. The cells are those of a sweep. The choice does not depend on the
/// number of threads. Progress and the choice are printed to stderr.
///
/// Throws ConfigError if there are too few examples, Interrupted if `stop` is set, and
/// std::runtime_error if every combination fails.
/// @param progress  is called with the progress of each fit, from any thread
TrainingChoice choose_for_training(Config& config, const LoadedData& data, int threads,
                                   const std::atomic<bool>* stop,
                                   std::function<void(const std::string&)> progress = {});

}  // namespace costruct::experiments
