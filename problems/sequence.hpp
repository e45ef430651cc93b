// Sequence labeling: a label per token, first-order transitions.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry sequence_problem();

}  // namespace costruct
