// Shortens a JSON schema: a part that occurs many times is defined once.
#pragma once

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// The schema with each repeated subschema moved to `$defs` and replaced by a reference, if the
/// subschema is longer than the reference. It accepts the same documents. Definitions are named
/// after what they define.
Json with_definitions(const Json& schema);

}  // namespace costruct::experiments
