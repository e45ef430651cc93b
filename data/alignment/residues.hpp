// The letters of proteins, and what is known of them.
#pragma once

#include <array>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The 20 amino acids and, last, any that is not known. The code of a residue is its place here.
inline constexpr std::string_view kResidues = "ACDEFGHIKLMNPQRSTVWYX";
inline constexpr int kNumResidues = 21;
inline constexpr int kUnknownResidue = 20;

inline bool is_small_letter(char c) {
  return c >= 'a' && c <= 'z';
}
inline bool is_gap(char c) {
  return c == '-' || c == '.';
}

/// The code of a letter, small or capital; B, Z, J (either of two), U, O (rare ones), X and * are
/// unknown. -1: it stands for no residue.
int residue_code(char letter);

/// The exchange groups of Dayhoff, Schwartz & Orcutt 1978, named by their first members: AGPST, C,
/// DENQ, FWY, HKR, ILMV; last the unknown ones.
inline constexpr std::string_view kResidueClasses = "ACDFHIX";
int residue_class(int residue);

/// A number for each of the 20 amino acids, in the order of kResidues.
using ResidueScale = std::array<int, 20>;
/// Kyte & Doolittle 1982: how hydrophobic, times 10.
const ResidueScale& hydropathy();
/// Chou & Fasman 1978: how often in helices, respectively strands, against how often at all, times
/// 100.
const ResidueScale& helix_propensity();
const ResidueScale& strand_propensity();

}  // namespace costruct::experiments
