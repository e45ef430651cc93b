// The problem `graph`: a label for each node of a graph.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The entry of this problem in the catalog. Its data are graph::Graphs.
ProblemEntry graph_problem();

}  // namespace costruct
