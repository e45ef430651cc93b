// `select` of a training config: its values are compared on folds or draws of the labeled training
// examples, before the model is trained on all of them.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "costruct/experiments/draws/loaded_data.hpp"

namespace costruct::experiments {

/// What was chosen, and the table of what it was chosen by.
struct TrainingChoice {
  Json selected;   ///< option -> value
  Json selection;  ///< protocol, sizes, metric, and `table`: a row for each combination of values
};

/// Chooses for the learner of a config with `select` among the examples of `data` that training may
/// see, and sets the learner's options, also in `config.effective`. A fold or draw trains on the
/// other labeled examples, and on those without labels where the learner uses any; no label is
/// hidden. The cells are those of a sweep, computed by `threads` threads; the choice does not
/// depend on how many. Says on stderr how far it is, and what was chosen; `progress` hears how far
/// each fit is, from any thread. Throws ConfigError where there are too few examples, Interrupted
/// where `stop` asks for the end, and std::runtime_error where every combination fails.
TrainingChoice choose_for_training(Config& config, const LoadedData& data, int threads,
                                   const std::atomic<bool>* stop,
                                   std::function<void(const std::string&)> progress = {});

}  // namespace costruct::experiments
