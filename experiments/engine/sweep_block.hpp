// The `sweep` block of an experiment.
#pragma once

#include "costruct/experiments/engine/config.hpp"

namespace costruct::experiments {

/// Reads a sweep block; nullopt where something is wrong with it (all noted in `errors`). `effective` becomes
/// the block with its defaults.
std::optional<SweepConfig> read_sweep(const Json& block, ConfigErrors& errors, Json& effective);

}  // namespace costruct::experiments
