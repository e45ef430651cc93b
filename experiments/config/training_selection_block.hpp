// The block `selection` of a training config.
#pragma once

#include "costruct/experiments/config/config.hpp"

namespace costruct::experiments {

/// Keys of the `selection` block of a training config.
const std::vector<OptionInfo>& training_selection_options();

/// Checks the block and fills in what chooses in a training config: `sweep` but for its sizes, and
/// `metrics`. Notes what is wrong; `effective` becomes the block with its defaults.
void read_training_selection(const Json& block, Config& config, ConfigErrors& errors,
                             Json& effective);

}  // namespace costruct::experiments
