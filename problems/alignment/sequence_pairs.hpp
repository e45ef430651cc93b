// The data of the problem `alignment`: pairs of sequences.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/problem_data.hpp"
#include "costruct/core/sample.hpp"
#include "costruct/core/types.hpp"

namespace costruct::alignment {

/// The kind of the inputs.
inline constexpr const char* kSequencePairs = "pairs of sequences";

/// Describes each position by a code. A code can be the residue, the residue with its secondary
/// structure, or how hydrophobic the neighbourhood is. Positions of the first sequences have codes
/// below A = first_codes, those of the second sequences below B = second_codes. There is a feature
/// for each pair of codes of paired positions, and one for each code of an unpaired position.
///
/// With shares (a profile), a position has all codes, each with its share: p_i(a) and q_j(b). At
/// the pair (i, j), the feature of the codes a and b then has the value p_i(a) q_j(b). The feature
/// of a alone has the value p_i(a). A share of 1 is the same as a code.
struct Description {
  Index first_codes = 0, second_codes = 0;
  std::vector<std::int32_t> first, second;  ///< code >= 0 of each position, sequence by sequence
  bool has_shares = false;                  ///< whether there are shares instead of codes
  /// Used instead of `first` and `second` if has_shares. The share of code a at position i is at
  /// i * first_codes + a, or i * second_codes + a.
  std::vector<float> first_shares = {}, second_shares = {};

  // Numbers of the entries of a description; a view maps entries to features.
  Index pair_entry(Index p, Index q) const { return p * second_codes + q; }
  Index first_entry(Index p) const { return first_codes * second_codes + p; }
  Index second_entry(Index q) const { return first_codes * second_codes + first_codes + q; }
  Index num_entries() const { return first_codes * second_codes + first_codes + second_codes; }
};

/// Pairs of sequences as the inputs x of a problem.
struct SequencePairs : ProblemData {
  /// The first sequence of x has the positions [first_begin[x], first_begin[x + 1]), and likewise
  /// the second one.
  std::vector<Index> first_begin{0}, second_begin{0};
  std::vector<Description> descriptions;
  /// A view maps each entry of each description to a feature below num_features, or to -1 for no
  /// feature. Several entries may share a feature, as (p, q) and (q, p) do if substitution is
  /// symmetric. The feature of entry e of description d is feature_of_entry[d][e].
  struct View {
    std::vector<std::vector<std::int32_t>> feature_of_entry;
    Index num_features = 0;
  };
  std::vector<View> views;  ///< V >= 1
  /// The kind of alignments in the data; nullopt if the option `mode` of the problem decides.
  std::optional<AlignmentKind> kind;
  /// Whether both sequences are of one kind. Then opening and extending a gap has the same weight
  /// in both.
  bool symmetric = false;
  /// Whether each position counts when alignments are judged. Empty: all do.
  std::vector<bool> first_judged, second_judged;
  /// Known substitution scores (BLOSUM62) for the pair entries of the first description. Empty:
  /// there are none.
  std::vector<double> substitution_scores;
  /// Only the first num_training inputs may be used for training; the others are only decoded.
  /// nullopt: all may be used.
  std::optional<Index> num_training;

  /// Returns the same data with the features of all views in one view. Views follow each other. If
  /// two views have features for the same entry of a description, the later view gets a copy of the
  /// description. Copies stand after all descriptions.
  std::shared_ptr<const SequencePairs> in_one_view() const;

  Index num_inputs() const { return static_cast<Index>(first_begin.size()) - 1; }
  Index first_length(InputId x) const { return first_begin[x + 1] - first_begin[x]; }
  Index second_length(InputId x) const { return second_begin[x + 1] - second_begin[x]; }
};

}  // namespace costruct::alignment
