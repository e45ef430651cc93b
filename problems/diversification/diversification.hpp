// The problem `diversification`: choose documents that together cover the subtopics of a query.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// Its inputs are diversification::kCandidateSets.
ProblemEntry diversification_problem();

}  // namespace costruct
