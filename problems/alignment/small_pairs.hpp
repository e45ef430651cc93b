// Pairs of sequences so short that all their alignments can be listed.
#pragma once

#include "costruct/problems/small_instance.hpp"

namespace costruct::alignment {

std::vector<SmallInstance> small_pairs(std::uint64_t seed);

}  // namespace costruct::alignment
