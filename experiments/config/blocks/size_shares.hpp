// Sizes of a sweep as shares of the examples: "5%".
#pragma once

#include <optional>
#include <string>

#include "costruct/core/options.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Whether a value is a share from 0 to 100 percent, with at most six decimals: "5%", "12.5 %".
bool is_share(const Json& value);

/// Whether a value, or an item of a list at any depth, is a share.
bool has_shares(const Json& value);

/// The number of examples, rounded down.
/// @param share  a value for which is_share() holds
/// @param count  the number of all examples
Index examples_of_share(const Json& share, Index count);

/// The form (value_form.hpp) of a size: an integer >= `at_least`, or a share. The share must be
/// above 0% if `at_least` is > 0.
Json size_form(Index at_least);

}  // namespace costruct::experiments
