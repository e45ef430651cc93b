// What the key `kernel` of a learner says of its features.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// Whether a checked `kernel` block leaves the features as they are.
bool is_linear(const Json& kernel);

/// Whether a checked `kernel` block is known between the inputs at hand only, so that these are all there
/// are.
bool is_transductive(const Json& kernel);

}  // namespace costruct::experiments
