// What positions of a sequence are to features: columns of letters, each with a code for every
// position, and joined codes of several columns.
//
//   residue         the 20 amino acids and X
//   class           Dayhoff's exchange groups, named by their first members A C D F H I, and X
//   hydrophobicity  Kyte & Doolittle's hydropathy, a mean over the positions up to `window` away,
//                   in levels 0, 1, ... `bins` - 1 of equal width from -2 to 2, the outer ones
//                   open; X where no residue there is known
//   helix, strand   Chou & Fasman's propensities, likewise, from 0.8 to 1.2
//   SS              secondary structure: H, E, C, and X where it is not known
//   SA              accessibility: B below 10%, I below 40%, E, and X where it is not known
//
// A profile has the 20 amino acids as codes, of which each position has a share
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

/// The names of the columns, in the order of their kinds, but for kProfile.
const std::vector<std::string>& code_columns();

struct CodeColumn {
  ColumnKind kind = ColumnKind::kResidue;
  Index window = 3, bins = 3;  ///< of means

  bool is_mean() const;
  Index num_codes() const;
  char letter(Index code) const;
  /// As above, with `.w` and `.b` for windows and bins that are not the usual ones.
  std::string name() const;
};

/// A sequence without gaps.
struct SequenceText {
  std::string_view letters;
  std::string_view structure,
      accessibility;  ///< as long: see SequenceRecord; other characters: unknown
};

/// A code for each position: of the position `offset` further on, in all columns. The columns'
/// codes are digits, those of the first column the highest ones; beyond the ends there is one more
/// code, the last.
struct PositionCode {
  std::vector<CodeColumn> columns;
  Index offset = 0;

  Index num_codes() const;
  /// A letter for each column; $ beyond the ends.
  std::string text(Index code) const;
  /// residue+SS, class@-1
  std::string name() const;
  bool takes(ColumnKind kind) const;
  bool is_profile() const { return takes(ColumnKind::kProfile); }
  /// Appends, of a profile, num_codes() shares for each position. `profile`: kProfileResidues for
  /// each.
  void append_shares(std::span<const float> profile, std::vector<float>& shares) const;
  /// Appends those of a sequence. O(its length times columns).
  void append(const SequenceText& sequence, std::vector<std::int32_t>& codes) const;
};

/// How pairs of positions are described (problems/alignment/sequence_pairs.hpp), with names for
/// features: residue:M/V of a pair, residue:M/- and residue:-/V of positions alone.
struct PairDescription {
  PositionCode first, second;
  std::string name;  ///< pair_name(first, second); of levels blosum62, blosum62@+1
  std::string group;
  /// Whether pairs of residues share a feature where their scores in BLOSUM62 are equal, which
  /// names it: blosum62:-1; all positions alone in a sequence share blosum62:?/- and blosum62:-/?,
  /// all pairs beyond the ends blosum62:$.
  bool by_level = false;

  Index num_entries() const;
  /// Of an entry; see alignment::Description.
  std::string feature_name(Index entry) const;
  /// Of one by levels: what entries of one feature have in common. `symmetric`: positions alone in
  /// either sequence share a feature as well.
  int level(Index entry, bool symmetric) const;
};

/// That of both codes; where they differ residue~SS.
std::string pair_name(const PositionCode& first, const PositionCode& second);

}  // namespace costruct::experiments
