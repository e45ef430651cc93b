// The substitution matrix BLOSUM62 (Henikoff & Henikoff 1992).
#pragma once

namespace costruct::experiments {

/// The score of two residues, given by their codes (residues.hpp), in half bits. It is 2 log2 of
/// the observed frequency of the pair divided by the frequency expected by chance.
int blosum62(int first, int second);

}  // namespace costruct::experiments
