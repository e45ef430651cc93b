// What pairs of sequences give to the problem `alignment`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "costruct/core/decode/alignment.hpp"
#include "costruct/core/problem_data.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct::alignment {

/// The kind of the inputs.
inline constexpr const char* kSequencePairs = "pairs of sequences";

/// A way to describe positions by codes: its residue; its residue and its secondary structure; how
/// hydrophobic its neighbourhood is. Positions of the first sequences have codes below A =
/// first_codes, those of the second ones below B = second_codes. It has a feature for each pair of
/// codes, of positions that are paired, and one for each code of a position that is left alone.
/// With shares a position has all codes, each with a share of its own (a profile): p_i(a) and
/// q_j(b). The feature of the codes a and b then has the value p_i(a) q_j(b) at the pair (i, j),
/// and that of a alone p_i(a). A share of 1 is a code.
struct Description {
  Index first_codes = 0, second_codes = 0;
  std::vector<std::int32_t> first, second;  ///< the code of each position, sequence behind sequence
  bool has_shares = false;                  ///< in place of codes
  /// Of position i and code a at i * first_codes + a, and likewise.
  std::vector<float> first_shares = {}, second_shares = {};

  // The entries of a description, by which features are found.
  Index pair_entry(Index p, Index q) const { return p * second_codes + q; }
  Index first_entry(Index p) const { return first_codes * second_codes + p; }
  Index second_entry(Index q) const { return first_codes * second_codes + first_codes + q; }
  Index num_entries() const { return first_codes * second_codes + first_codes + second_codes; }
};

/// Inputs x: pairs of sequences.
struct SequencePairs : ProblemData {
  /// Sequence x of the first ones has the positions [first_begin[x], first_begin[x + 1]).
  std::vector<Index> first_begin{0}, second_begin{0};
  std::vector<Description> descriptions;
  /// Of each view, for each description, entry -> feature of the view, below num_features; -1: it
  /// has none. Several entries may share a feature: (p, q) and (q, p) where substitution is
  /// symmetric.
  struct View {
    std::vector<std::vector<std::int32_t>> feature_of_entry;
    Index num_features = 0;
  };
  std::vector<View> views;  ///< V >= 1
  /// In what form the source of these has outputs; nothing: as the problem has them.
  std::optional<AlignmentKind> kind;
  /// Whether both sequences are of one kind, so that opening and extending gaps weighs the same in
  /// either.
  bool symmetric = false;
  /// Whether a position counts when alignments are judged, by the places of all positions; empty:
  /// all do.
  std::vector<bool> first_judged, second_judged;
  /// Substitution scores that are known beforehand (BLOSUM62), of the pair entries of the first
  /// description; empty: none are.
  std::vector<double> substitution_scores;
  /// The first so many inputs may be trained on, the others are decoded alone; nothing: all may be.
  std::optional<Index> num_training;

  /// The same with the features of all views in one, view behind view. A description of which two
  /// views have features for the same entry is there once for each of them.
  std::shared_ptr<const SequencePairs> in_one_view() const;

  Index num_inputs() const { return static_cast<Index>(first_begin.size()) - 1; }
  Index first_length(InputId x) const { return first_begin[x + 1] - first_begin[x]; }
  Index second_length(InputId x) const { return second_begin[x + 1] - second_begin[x]; }
};

}  // namespace costruct::alignment
