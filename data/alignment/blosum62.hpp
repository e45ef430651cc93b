// The substitution matrix BLOSUM62 (Henikoff & Henikoff 1992).
#pragma once

namespace costruct::experiments {

/// Its score of two residues, by their codes (residues.hpp), in units of half a bit: 2 log2 of how
/// much more often they are aligned than chance tells.
int blosum62(int first, int second);

}  // namespace costruct::experiments
