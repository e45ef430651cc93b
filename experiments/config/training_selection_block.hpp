// The `selection` block of a training config.
#pragma once

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// The keys of the block.
const std::vector<OptionInfo>& training_selection_options();

/// Checks the block, and sets `metrics` and `sweep` (without sizes) of the config for the choice.
/// Errors are added to `errors`. `effective` becomes the block with its defaults.
void read_training_selection(const Json& block, Config& config, ConfigErrors& errors,
                             Json& effective);

}  // namespace costruct::experiments
