// Classification with taxonomies: the output is one label, a node of a tree or lattice.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The entry of the problem `taxonomy` in the catalog. Its data are PartData with one part for each
/// example. The option `taxonomy` has the nodes (taxonomy_nodes.hpp).
ProblemEntry taxonomy_problem();

}  // namespace costruct
