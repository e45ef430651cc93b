// Candidate sets so small that all choices can be listed, for the contract suites.
#pragma once

#include "costruct/problems/small_instance.hpp"

namespace costruct::diversification {

std::vector<SmallInstance> small_candidates(std::uint64_t seed);

}  // namespace costruct::diversification
