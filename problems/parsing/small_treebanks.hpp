// Small instances of `parsing` (problems/small_instance.hpp).
#pragma once

#include "costruct/problems/small_instance.hpp"

namespace costruct::parsing {

std::vector<SmallInstance> small_treebanks(std::uint64_t seed);

}  // namespace costruct::parsing
