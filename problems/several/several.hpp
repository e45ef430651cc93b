// Sets of labels.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry several_problem();

}  // namespace costruct
