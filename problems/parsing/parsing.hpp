// The problem `parsing`: trees by weighted context-free grammars.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry parsing_problem();

}  // namespace costruct
