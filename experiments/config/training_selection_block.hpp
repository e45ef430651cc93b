// Reads the `selection` block of a training config. It says how `costruct train` chooses the
// learner's options: by k-fold cross-validation on the labeled examples, or on random holdouts.
#pragma once

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// Returns the keys of the block: protocol, k, holdout, repetitions, metric and seed.
const std::vector<OptionInfo>& training_selection_options();

/// Reads the block and adds its mistakes to `errors`; throws nothing for them.
/// @param block      the block as the user wrote it, or an empty object
/// @param config     `problem` and `seed` must be set; `problem` may be null after an error. The
///                   function sets `metrics` to the metric that decides, and `sweep` to the draws.
///                   The sizes of the sweep are set later
/// @param effective  becomes the block with all defaults. After a mistake it may stay as it is
void read_training_selection(const Json& block, Config& config, ConfigErrors& errors,
                             Json& effective);

}  // namespace costruct::experiments
