// Supervised clustering: partitions of sets of objects by learned similarities.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry clustering_problem();

}  // namespace costruct
