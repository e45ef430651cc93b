// The letters of amino acids, and their known properties.
#pragma once

#include <array>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The 20 amino acids, followed by X for unknown residues. The code of a residue is its position in
/// this text.
inline constexpr std::string_view kResidues = "ACDEFGHIKLMNPQRSTVWYX";
inline constexpr int kNumResidues = 21;
inline constexpr int kUnknownResidue = 20;

inline bool is_small_letter(char c) {
  return c >= 'a' && c <= 'z';
}
inline bool is_gap(char c) {
  return c == '-' || c == '.';
}

/// The code of a small or capital letter; -1 if it is not the letter of a residue. These letters
/// are unknown residues: B, Z, J (either of two), U, O (rare ones), X and *.
int residue_code(char letter);

/// The exchange groups of Dayhoff, Schwartz & Orcutt 1978: AGPST, C, DENQ, FWY, HKR, ILMV. Their
/// first members name them. X, the last, stands for unknown residues.
inline constexpr std::string_view kResidueClasses = "ACDFHIX";
int residue_class(int residue);

/// A number for each of the 20 amino acids, in the order of kResidues.
using ResidueScale = std::array<int, 20>;
/// The hydropathy of Kyte & Doolittle 1982, times 10.
const ResidueScale& hydropathy();
/// The propensities of Chou & Fasman 1978, times 100: the frequency in helices or strands, divided
/// by the overall frequency.
const ResidueScale& helix_propensity();
const ResidueScale& strand_propensity();

}  // namespace costruct::experiments
