// Sequence labeling: a label per token, transitions of first to third order.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The entry of this problem in the catalog. Its data are PartData with a part for each token.
ProblemEntry sequence_problem();

}  // namespace costruct
