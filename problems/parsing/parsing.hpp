// The problem `parsing`: trees by weighted context-free grammars.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The entry of this problem in the catalog. Its data are parsing::SentenceData.
ProblemEntry parsing_problem();

}  // namespace costruct
