// Small instances of `clustering` (problems/small_instance.hpp).
#pragma once

#include "costruct/problems/small_instance.hpp"

namespace costruct::clustering {

std::vector<SmallInstance> small_sets(std::uint64_t seed);

}  // namespace costruct::clustering
