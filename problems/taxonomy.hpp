// Classification with taxonomies: the output is one label, a node of a tree or lattice.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry taxonomy_problem();

}  // namespace costruct
