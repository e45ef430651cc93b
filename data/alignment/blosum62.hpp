// The substitution matrix BLOSUM62 (Henikoff & Henikoff 1992).
#pragma once

namespace costruct::experiments {

/// The score of two residues, given by their codes (residues.hpp), in units of half a bit. It is 2
/// log2(observed frequency of the aligned pair / frequency expected by chance).
int blosum62(int first, int second);

}  // namespace costruct::experiments
