// Makes the JSON schema of configs from the declarations of options.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// Returns a JSON schema (draft 2020-12) of training configs and experiments. Like the program, it
/// allows no unknown keys.
Json config_schema();

}  // namespace costruct::experiments
