// Supervised clustering: partitions of sets of objects by learned similarities.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The catalog entry of the problem `clustering` (Brefeld 2008, section 3.2.4 and chapter 8). Its
/// data are ObjectSets (object_sets.hpp), its options those of clustering_options.hpp.
ProblemEntry clustering_problem();

}  // namespace costruct
