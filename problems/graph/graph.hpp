// Labels of the nodes of graphs.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry graph_problem();

}  // namespace costruct
