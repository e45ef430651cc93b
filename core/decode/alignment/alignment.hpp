// Decoders for the alignment of two sequences. They read a score table with scores of pairs of
// positions, of single positions and of transitions between them. They know neither features nor
// learners, and no losses except numbers of hits.
//
// An alignment of a sequence of n positions and one of m positions is a set of pairs (i, j),
// strictly ascending in both. It is written as operations from left to right:
//   kPair    a pair of positions
//   kFirst   a single position of the first sequence
//   kSecond  a single position of the second sequence
// Between two pairs all kFirst stand before all kSecond, so that every alignment is written in only
// one way. The value of an alignment with the operations o_1, o_2, ... is
//   sum_t transition(o_{t-1}, o_t) + score of o_t,   o_0 = kPair,
// where the score is pair(i, j), first(i) or second(j). Transitions that open and extend a gap give
// affine gap costs.
//
// There are two kinds of alignments:
//   global  All positions of both sequences take part (Needleman & Wunsch 1970; Gotoh 1982). The
//           output is the operations.
//   local   The alignment begins and ends with a pair; positions before and after it cost nothing
//           (Smith & Waterman 1981). The first pair has no transition. The output is the positions
//           i and j of the first pair, then the operations. An alignment without pairs has no
//           parts and the value 0.
//
// Values are summed from the end, as transition + (score + value of the rest). All decoders here
// and alignment_value() therefore agree to the last bit. Among equal values the lexicographically
// smallest output is returned. If only rounding makes two values equal, the one with the better
// rest wins. Scores may be -infinity to forbid something; they must not be NaN or +infinity.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "costruct/core/decode/alignment/aligned_rows.hpp"
#include "costruct/core/decode/lanes.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// An operation of an alignment.
enum AlignmentOperation : int { kPair = 0, kFirst = 1, kSecond = 2 };

/// Global or local alignment; see the top of this file.
enum class AlignmentKind { kGlobal, kLocal };

/// Transition scores at [previous operation][operation]; [kSecond][kFirst] is never read.
using AlignmentTransitions = std::array<std::array<double, 3>, 3>;

/// The score table of two sequences. Reuse one table for many alignments to avoid allocations.
class AlignmentScores {
 public:
  /// Distance of pair(i, j + 1) from pair(i, j) in doubles: rows that are decoded together are
  /// interleaved.
  static constexpr Index kStep = lanes::kCount;

  /// Makes a table for n and m positions with all scores 0.
  void reset(AlignmentKind kind, Index n, Index m);

  AlignmentKind kind() const { return kind_; }
  Index first_length() const { return n_; }   ///< n
  Index second_length() const { return m_; }  ///< m

  /// Return the address of the score of pair (i, 0); the score of (i, j) is at [j * kStep].
  double* pairs(Index i);
  const double* pairs(Index i) const;
  double& pair(Index i, Index j) { return pairs(i)[j * kStep]; }
  double pair(Index i, Index j) const { return pairs(i)[j * kStep]; }
  /// Return the scores of single positions: n entries for the first sequence, m for the second.
  double* first();
  const double* first() const;
  double* second();
  const double* second() const;
  AlignmentTransitions& transitions() { return transitions_; }
  const AlignmentTransitions& transitions() const { return transitions_; }

 private:
  AlignmentKind kind_ = AlignmentKind::kGlobal;
  Index n_ = 0, m_ = 0;
  AlignmentTransitions transitions_{};
  AlignedRows pairs_, first_, second_;
};

/// Returns the value of y, which must be an alignment of these sequences and of this kind. Cost:
/// O(n + m).
double alignment_value(const AlignmentScores& scores, const Output& y);

/// Returns the best alignment; nullopt if all have the value -infinity. O(n m) time and bytes.
std::optional<Decoded> best_alignment(const AlignmentScores& scores);

/// Returns the k best alignments by descending value, or all if there are fewer than k. Alignments
/// of equal value are in lexicographic order. Alignments of value -infinity are left out. O(n m + k
/// (n + m) log k) time, O(n m) doubles.
std::vector<Decoded> alignment_k_best(const AlignmentScores& scores, Index k);

/// The positions of the second sequence that are hits for position i of the first one. The pair (i,
/// j) is a hit if begin <= j < end of hits[i].
struct HitRange {
  Index begin = 0, end = 0;
};
/// Returns the best alignment with exactly h hits, for h = 0..most; nullopt if none exists. `hits`
/// has an entry for each position of the first sequence. O(n m most) time and bytes.
std::vector<std::optional<Decoded>> alignment_per_hits(const AlignmentScores& scores,
                                                       const std::vector<HitRange>& hits,
                                                       Index most);
/// Returns the bytes that alignment_per_hits() needs.
double alignment_per_hits_bytes(Index n, Index m, Index most);

/// Returns log Z, Z = sum of exp(value) over all alignments; nullopt if all have the value
/// -infinity. The result is finite for scores as large as 1e300. O(n m) time.
std::optional<double> alignment_log_partition(const AlignmentScores& scores);

/// Expected numbers of pairs, single positions and transitions in an alignment that is drawn with
/// probability exp(value) / Z.
struct AlignmentSums {
  double log_partition = 0;  ///< log Z, see alignment_log_partition()
  std::vector<double> pair;  ///< probability of pair (i, j) at i * m + j
  /// Probability that the alignment has position i (j) of the first (second) sequence as a single
  /// position.
  std::vector<double> first, second;
  /// Expected number of each transition, at [previous operation][operation].
  AlignmentTransitions transitions{};
};
/// Computes AlignmentSums; nullopt where alignment_log_partition() is nullopt. O(n m) time. Needs
/// nine doubles for each (i, j) in addition to the result.
std::optional<AlignmentSums> alignment_sums(const AlignmentScores& scores);
/// Returns the bytes that alignment_sums() needs. alignment_log_partition() needs fewer.
double alignment_sums_bytes(Index n, Index m);

}  // namespace costruct
