// Provides the substitution matrix BLOSUM62 (Henikoff & Henikoff 1992).
#pragma once

namespace costruct::experiments {

/// Returns the score of two residues in half bits. They are given by their codes (residues.hpp).
/// The score is 2 log2 of the observed frequency of the pair divided by the frequency expected by
/// chance, rounded to an integer.
int blosum62(int first, int second);

}  // namespace costruct::experiments
