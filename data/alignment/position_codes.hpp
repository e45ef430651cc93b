// Codes that describe the positions of a sequence. A column gives each position a code, shown as a
// letter. The codes of several columns can be joined.
//
//   residue         the 20 amino acids and X
//   class           Dayhoff's exchange groups, named by their first members A C D F H I, and X
//   hydrophobicity  Kyte & Doolittle's hydropathy: a mean over the positions up to `window` away,
//                   in levels 0, 1, ... `bins` - 1 of equal width from -2 to 2; the outer levels
//                   are open; X if no residue there is known
//   helix, strand   Chou & Fasman's propensities: a mean as above, in levels from 0.8 to 1.2
//   SS              secondary structure: H, E, C, and X if it is not known
//   SA              accessibility: B below 10%, I below 40%, E, and X if it is not known
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

/// The names of the columns, in the order of their kinds, without kProfile.
const std::vector<std::string>& code_columns();

/// A column: its kind and, for means, the window and the number of levels.
struct CodeColumn {
  ColumnKind kind = ColumnKind::kResidue;
  Index window = 3, bins = 3;  ///< only for means

  bool is_mean() const;
  Index num_codes() const;
  char letter(Index code) const;
  /// The column's name as above. Windows and bins that differ from the defaults are added as `.w`
  /// and `.b`.
  std::string name() const;
};

/// A sequence without gaps.
struct SequenceText {
  std::string_view letters;
  std::string_view structure,
      accessibility;  ///< same length; see SequenceRecord; other characters: unknown
};

/// Gives each position a code: that of the position `offset` further on, in all columns. The codes
/// of the columns are the digits of this code, and the first column has the highest digit.
/// Positions beyond the ends have one more code, the last.
struct PositionCode {
  std::vector<CodeColumn> columns;
  Index offset = 0;

  Index num_codes() const;
  /// A letter for each column; $ for the code beyond the ends.
  std::string text(Index code) const;
  /// For example residue+SS, class@-1.
  std::string name() const;
  bool takes(ColumnKind kind) const;
  bool is_profile() const { return takes(ColumnKind::kProfile); }
  /// For profiles: appends num_codes() shares for each position. `profile` has kProfileResidues
  /// numbers for each position.
  void append_shares(std::span<const float> profile, std::vector<float>& shares) const;
  /// Appends the codes of a sequence. Cost: O(its length times columns).
  void append(const SequenceText& sequence, std::vector<std::int32_t>& codes) const;
};

/// Describes pairs of positions (problems/alignment/sequence_pairs.hpp), and names their features.
/// The feature of a pair is called residue:M/V; those of positions alone are called residue:M/- and
/// residue:-/V.
struct PairDescription {
  PositionCode first, second;
  std::string name;  ///< pair_name(first, second); by level: blosum62, blosum62@+1
  std::string group;
  /// Whether pairs of residues with equal BLOSUM62 scores share a feature. The score names it:
  /// blosum62:-1. All positions alone in a sequence share blosum62:?/- or blosum62:-/?. All pairs
  /// beyond the ends share blosum62:$.
  bool by_level = false;

  Index num_entries() const;
  /// The name of the feature of an entry; see alignment::Description.
  std::string feature_name(Index entry) const;
  /// For descriptions by level: the level of an entry. Entries of the same level share a feature.
  /// `symmetric`: positions alone in either sequence share a feature as well.
  int level(Index entry, bool symmetric) const;
};

/// The name of both codes; if they differ, it has the form residue~SS.
std::string pair_name(const PositionCode& first, const PositionCode& second);

}  // namespace costruct::experiments
