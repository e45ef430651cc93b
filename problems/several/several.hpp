// The problem `several`: a set of labels for each row (multi-label classification).
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The entry of this problem in the catalog. Its data are several::LabelSetData.
ProblemEntry several_problem();

}  // namespace costruct
