// Numbers of things in messages: "1 example", "2 examples".
#pragma once

#include <string>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct {

/// The number and the noun, with an s unless there is just one of it: "0 rows", "1 row".
std::string counted(Index count, std::string_view noun);

/// The same of a noun with a plural of its own: counted(2, "class", "classes").
std::string counted(Index count, std::string_view singular, std::string_view plural);

/// "is 1 row", "are 2 rows": what stands behind "there".
std::string are_counted(Index count, std::string_view noun);

}  // namespace costruct
