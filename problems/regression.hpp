// Regression: the output is one real number.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry regression_problem();

}  // namespace costruct
