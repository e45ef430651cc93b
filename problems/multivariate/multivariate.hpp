// Labels for a whole sample of rows at once, for measures that do not add up over rows.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry multivariate_problem();

}  // namespace costruct
