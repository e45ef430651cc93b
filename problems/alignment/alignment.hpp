// Alignments of two sequences.
#pragma once

#include "costruct/problems/catalog.hpp"

namespace costruct {

/// The catalog entry of the problem `alignment`. Its data are SequencePairs (sequence_pairs.hpp),
/// its joint features those of AlignmentFeatures (alignment_features.hpp).
ProblemEntry alignment_problem();

}  // namespace costruct
