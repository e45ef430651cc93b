// The problem `diversification`: choose documents that together cover the subtopics of a query.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The entry of this problem in the catalog. Its data are diversification::CandidateSets.
ProblemEntry diversification_problem();

}  // namespace costruct
