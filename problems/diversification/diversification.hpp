// The problem `diversification`: documents that together cover what there is to know.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// Takes diversification::kCandidateSets.
ProblemEntry diversification_problem();

}  // namespace costruct
