// Columns describe the positions of a protein sequence by letters. Each letter has a code from 0,
// and the codes of several columns can be joined to one code:
//
//   residue         the 20 amino acids and X
//   class           Dayhoff's exchange groups, named by their first members A C D F H I, and X
//   hydrophobicity  Kyte & Doolittle's hydropathy: the mean over the positions at most `window`
//                   away, in levels 0, 1, ... `bins` - 1. The levels divide [-2, 2] equally; the
//                   first and the last are open. X where no residue of the window is known
//   helix, strand   the same with Chou & Fasman's propensities, from 0.8 to 1.2
//   SS              secondary structure: H, E, C, or X where it is not known
//   SA              accessibility: B below 10%, I below 40%, else E; X where it is not known
//
// A profile has the 20 amino acids as codes. Each position has a share of each code
// (sequence_profiles.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The columns above, and profiles.
enum class ColumnKind {
  kResidue,
  kClass,
  kHydrophobicity,
  kHelix,
  kStrand,
  kStructure,
  kAccessibility,
  kProfile
};
inline constexpr const char* kStructureColumn = "SS";
inline constexpr const char* kAccessibilityColumn = "SA";

/// The names of all columns except kProfile, in the order of ColumnKind.
const std::vector<std::string>& code_columns();

/// A column with its options.
struct CodeColumn {
  ColumnKind kind = ColumnKind::kResidue;
  Index window = 3, bins = 3;  ///< only for means: hydrophobicity, helix, strand

  /// Whether the letters are levels of a mean over a window.
  bool is_mean() const;
  /// The number of letters, including X.
  Index num_codes() const;
  /// The letter of a code, 0 <= code < num_codes().
  char letter(Index code) const;
  /// The name as above, with `.w` or `.b` and a number if window or bins is not the default.
  std::string name() const;
};

/// A sequence without gaps.
struct SequenceText {
  std::string_view letters;
  std::string_view structure,
      accessibility;  ///< as long as `letters`; see SequenceRecord. Other characters are unknown
};

/// A code for each position i: the joined code of position i + offset in all columns. The codes of
/// the columns are digits; the first column has the highest digit. If the offset is not 0, one more
/// code, the last, stands for positions beyond the ends.
struct PositionCode {
  std::vector<CodeColumn> columns;
  Index offset = 0;

  Index num_codes() const;
  /// One letter for each column; $ for positions beyond the ends.
  std::string text(Index code) const;
  /// For example "residue+SS" or "class@-1", where -1 is the offset.
  std::string name() const;
  /// Whether one of the columns is of this kind.
  bool takes(ColumnKind kind) const;
  bool is_profile() const { return takes(ColumnKind::kProfile); }
  /// For a profile alone: appends num_codes() shares for each position, which add up to 1.
  /// @param profile  kProfileResidues shares for each position
  void append_shares(std::span<const float> profile, std::vector<float>& shares) const;
  /// For other columns: appends the codes of a sequence. O(length times columns).
  void append(const SequenceText& sequence, std::vector<std::int32_t>& codes) const;
};

/// A description of pairs of positions (problems/alignment/sequence_pairs.hpp) that also names the
/// features. A pair has the feature residue:M/V, for example. An unpaired position has residue:M/-
/// or residue:-/V.
struct PairDescription {
  PositionCode first, second;  ///< of positions of the first and of the second sequence
  std::string name;            ///< pair_name(first, second); with by_level blosum62, blosum62@+1
  std::string group;           ///< the group of its features, for named views
  /// Whether pairs of residues with equal scores in BLOSUM62 share a feature. Both codes are then
  /// of the column residue alone. The features are:
  ///    blosum62:-1     all pairs of residues with score -1
  ///    blosum62:?/-    all unpaired positions of the first sequence
  ///    blosum62:-/?    all unpaired positions of the second sequence
  ///    blosum62:$      all pairs beyond the ends
  bool by_level = false;

  /// As alignment::Description::num_entries().
  Index num_entries() const;
  /// The name of an entry's feature; see alignment::Description for the entries.
  std::string feature_name(Index entry) const;
  /// With by_level: a number that is equal for entries that share a feature.
  /// @param symmetric  whether unpaired positions of both sequences share a feature as well
  int level(Index entry, bool symmetric) const;
};

/// The name of both codes; "residue~SS" if they differ.
std::string pair_name(const PositionCode& first, const PositionCode& second);

}  // namespace costruct::experiments
