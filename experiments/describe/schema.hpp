// The JSON schema of configs, made from the declarations.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// A JSON schema (draft 2020-12) of training configs and experiments, as strict as the program: no
/// unknown keys.
Json config_schema();

}  // namespace costruct::experiments
