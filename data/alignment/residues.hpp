// The letters of proteins, and the properties of amino acids.
#pragma once

#include <array>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The 20 amino acids, and X for an unknown one. The code of a residue is its place here, from 0.
inline constexpr std::string_view kResidues = "ACDEFGHIKLMNPQRSTVWYX";
inline constexpr int kNumResidues = 21;
inline constexpr int kUnknownResidue = 20;

inline bool is_small_letter(char c) {
  return c >= 'a' && c <= 'z';
}
inline bool is_gap(char c) {
  return c == '-' || c == '.';
}

/// The code of a letter, small or capital; -1 for characters that are not residues. These are
/// unknown residues: B, Z, J (either of two), U, O (rare ones), X and *.
int residue_code(char letter);

/// The exchange groups of Dayhoff, Schwartz & Orcutt 1978, named by their first members: AGPST, C,
/// DENQ, FWY, HKR, ILMV. The last group, X, is the unknown residues.
inline constexpr std::string_view kResidueClasses = "ACDFHIX";
/// The group of a residue code, 0 <= residue < kNumResidues, as a place in kResidueClasses.
int residue_class(int residue);

/// A number for each of the 20 amino acids, in the order of kResidues.
using ResidueScale = std::array<int, 20>;
/// Hydrophobicity, times 10 (Kyte & Doolittle 1982).
const ResidueScale& hydropathy();
/// The frequency of an amino acid in helices (strands) divided by its frequency anywhere, times 100
/// (Chou & Fasman 1978).
const ResidueScale& helix_propensity();
const ResidueScale& strand_propensity();

}  // namespace costruct::experiments
