// Multiclass classification: one label.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry multiclass_problem();

}  // namespace costruct
