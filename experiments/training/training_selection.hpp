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
  Json selected;  ///< option -> value
  /// The object `selection` of a report: protocol, sizes, metric, and `table`, which has a row for
  /// each combination of values with the mean of the metric and its standard error.
  Json selection;
};

/// Makes the choice for the learner of a config with `select`, among the examples of `data` that
/// training may use. Sets the learner's options, also in `config.effective`.
/// Afterwards `config.sweep` has the sizes of the folds or draws.
///
/// Each combination of values is fitted once for each fold or draw, and scored on its held-out
/// labeled examples. The fit uses the other labeled examples. If the learner uses unlabeled data,
/// it also gets the unlabeled examples of the data; no labeled example serves as unlabeled. The
/// choice does not depend on the number of threads. Progress and the choice are printed to stderr.
///
/// Throws ConfigError if there are too few labeled examples, Interrupted if `stop` is set, and
/// std::runtime_error if every combination has a fit that failed.
/// @param threads   number of threads that fit, >= 1
/// @param stop      set it to true to stop; null: never
/// @param progress  is called with the progress of each fit, from any thread
TrainingChoice choose_for_training(Config& config, const LoadedData& data, int threads,
                                   const std::atomic<bool>* stop,
                                   std::function<void(const std::string&)> progress = {});

}  // namespace costruct::experiments
