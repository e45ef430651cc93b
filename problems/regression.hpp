// Regression: the output is one real number.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The entry of this problem in the catalog. It has no feature map and no decoder: learners get
/// points instead (core/regression/regression_sample.hpp).
ProblemEntry regression_problem();

}  // namespace costruct
