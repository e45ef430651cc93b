// Alignments of two sequences.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

ProblemEntry alignment_problem();

}  // namespace costruct
