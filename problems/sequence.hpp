// Sequence labeling: a label per token, transitions of first to third order.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry sequence_problem();

}  // namespace costruct
