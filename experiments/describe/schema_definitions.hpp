// Parts of a JSON schema that stand in it many times, told once.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The schema with every subschema that occurs more than once, and is longer than a reference,
/// under `$defs` and referred to. It accepts the same documents. Definitions are named after what
/// they define.
Json with_definitions(const Json& schema);

}  // namespace costruct::experiments
