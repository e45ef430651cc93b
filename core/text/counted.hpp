// Counts with their noun for messages: "1 example", "2 examples".
#pragma once

#include <string>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct {

/// The number and the noun, with an s unless the number is 1: "0 rows", "1 row".
std::string counted(Index count, std::string_view noun);

/// The same for a noun with an irregular plural: counted(2, "class", "classes").
std::string counted(Index count, std::string_view singular, std::string_view plural);

/// The count with its verb, to follow "there": "is 1 row", "are 2 rows".
std::string are_counted(Index count, std::string_view noun);

}  // namespace costruct
