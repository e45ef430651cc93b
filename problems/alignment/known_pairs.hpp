// Known pairs of alignments, in score tables.
//
// What is known of an alignment is a list of facts (core/known.hpp):
//   {i, j}     positions i of the first and j of the second sequence are a pair
//   {i, -1}    position i of the first sequence is in no pair
//   {-1, j}    position j of the second sequence is in no pair
//   {i, j, 0}  positions i and j are no pair
//
// A local alignment may leave out both ends, and with them a known pair. No score of a pair or of a
// single position can rule that out. So its first and its last known pair get a bonus that is
// larger than any difference of two values. Decoders then find an alignment with both. Their caller
// subtracts the bonus again.
//
// The bonus is 4 B + more. B bounds the |value| of every alignment in the table, and `more` is what
// a caller needs beside it:
// - Two values differ by at most 2 B. An alignment with all bonuses is above one that lacks one by
//   at least 4 B + more - 2 B = 2 B + more.
// - A caller may then change the table, if this changes differences by at most more / 2. So
//   2 B + more / 2 are left.
// - Values of a decoder are at most 9 B + 3 more. Each of its 2 (n + m) additions rounds by at most
//   the 2^-53rd part. In all this is below 2 B + more / 2 for n + m < 10^14.
// - In log-sums more = 1024 + 2 (n + m). There are at most n m 3^(n + m) / 2 + 1 < e^(2 (n + m))
//   alignments, so that those that lack a bonus have together a share below e^-1024, which is 0.
// B has the scale of the scores in this table, so that a bonus hides no digits of small scores.
#pragma once

#include <set>
#include <span>
#include <utility>
#include <vector>

#include "costruct/core/decode/alignment/alignment.hpp"
#include "costruct/core/known.hpp"

namespace costruct::alignment {

/// The pairs that all of these alignments have in common, and the positions that are in no pair of
/// any of them. There must be an alignment; if there is only one, these are all facts about it.
/// @param first_length, second_length  of the sequences
Known common_facts(AlignmentKind kind, std::span<const Output> alignments, Index first_length,
                   Index second_length);

/// The fact that positions i and j are no pair.
std::vector<int> apart(Index i, Index j);

/// Whether the alignment agrees with all facts.
bool agrees(AlignmentKind kind, const Known& known, const Output& alignment);

/// The known pairs among the facts.
std::set<std::pair<Index, Index>> known_pairs(const Known& known);

/// Returns an upper bound of |value| over all alignments that nothing excludes: n + m times the
/// largest |score| and the largest |transition|. O(n m).
double largest_value(const AlignmentScores& scores);

/// What facts rule out in the score tables of an input. It is found once, for all weights.
class RuledOut {
 public:
  /// @param first_length, second_length  of the sequences
  RuledOut(AlignmentKind kind, const Known& known, Index first_length, Index second_length);
  /// Excludes alignments that do not agree with the facts. If facts contradict each other, it only
  /// lowers the scores of global alignments. For local ones it leaves out facts that contradict
  /// earlier ones. Returns the sum of the bonuses of an alignment that agrees.
  /// @param more  see the top of this file
  double exclude_from(AlignmentScores& scores, double more) const;
  /// Whether pairs get a bonus: the alignment is local, and a pair is known.
  bool has_bonus() const { return !with_bonus_.empty(); }
  /// Whether the alignment has all pairs with a bonus.
  bool has_bonuses(AlignmentKind kind, const Output& alignment) const;

 private:
  /// Pairs of position `at` with the positions [from, to) of the other sequence.
  struct Pairs {
    Index at, from, to;
  };
  double cost_;
  std::vector<Pairs> of_first_, of_second_;
  std::vector<Index> without_gap_;  // positions of the first sequence that must be in a pair
  std::vector<std::pair<Index, Index>> with_bonus_;  // pairs that a local alignment must have
};

}  // namespace costruct::alignment
