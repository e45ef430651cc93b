// Decoders over the score table of two sequences that are to be aligned: pairs of positions,
// positions left alone, and what follows what. They know no features, no losses but hits, and no
// learner.
//
// An alignment of a sequence of n positions and one of m is a set of pairs (i, j), strictly
// ascending in both. It is written as operations from left to right, kPair, kFirst (a position of
// the first sequence alone) and kSecond; between two pairs those of the first sequence stand before
// those of the second, so that every alignment is written in one way. Its value is, over its
// operations o_1, o_2, ...,
//   sum_t transition(o_{t-1}, o_t) + score of o_t,   o_0 = kPair,
// with the score pair(i, j), first(i) or second(j). Affine gaps have transitions that open and
// extend them.
//   global  all positions of both sequences stand in it (Needleman & Wunsch 1970; Gotoh 1982). The
//           output is the operations.
//   local   it begins and ends with a pair, and what is left and right of these costs nothing
//           (Smith & Waterman 1981); the first pair has no transition. The output is the places i
//           and j of the first pair, then the operations; no parts where there is no pair, which
//           has the value 0.
// Values are summed from the end, transition + (score + value of the rest), so that all decoders
// here and alignment_value() agree to the last bit. Among equal values the lexicographically
// smallest output is returned; where only rounding makes them equal, the one with the better rest
// counts as the better one. Scores may be -infinity, for what must not be; nothing is NaN or
// +infinity.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "costruct/core/decode/aligned_rows.hpp"
#include "costruct/core/decode/lanes.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// What a part of an alignment is.
enum AlignmentOperation : int { kPair = 0, kFirst = 1, kSecond = 2 };

enum class AlignmentKind { kGlobal, kLocal };

/// [previous operation][operation]; [kSecond][kFirst] is never looked at.
using AlignmentTransitions = std::array<std::array<double, 3>, 3>;

/// The score table of two sequences. Reused from decode to decode, so that nothing allocates in the
/// long run.
class AlignmentScores {
 public:
  /// pair(i, j + 1) lies so many doubles behind pair(i, j): rows that are decoded together lie side
  /// by side.
  static constexpr Index kStep = lanes::kCount;

  /// A table for n and m positions, all scores zero.
  void reset(AlignmentKind kind, Index n, Index m);

  AlignmentKind kind() const { return kind_; }
  Index first_length() const { return n_; }   ///< n
  Index second_length() const { return m_; }  ///< m

  /// Of pair (i, 0); that of (i, j) is at [j * kStep].
  double* pairs(Index i);
  const double* pairs(Index i) const;
  double& pair(Index i, Index j) { return pairs(i)[j * kStep]; }
  double pair(Index i, Index j) const { return pairs(i)[j * kStep]; }
  /// Of positions left alone: n and m entries.
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

/// The value of an alignment; y is one.
double alignment_value(const AlignmentScores& scores, const Output& y);

/// The best alignment; nullopt where all have the value -infinity. O(n m) time; O(n m) bytes, for
/// its path.
std::optional<Decoded> best_alignment(const AlignmentScores& scores);

/// The k best alignments by descending value, fewer where there are fewer; equal values in
/// lexicographic order; none of value -infinity. O(n m + k (n + m) log k) time, O(n m) doubles.
std::vector<Decoded> alignment_k_best(const AlignmentScores& scores, Index k);

/// Which pairs of an alignment are hits: (i, j) with begin <= j < end of hits[i].
struct HitRange {
  Index begin = 0, end = 0;
};
/// For h = 0..most the best alignment with exactly h hits; nullopt where there is none. `hits` has
/// an entry for each position of the first sequence. O(n m most) time and bytes.
std::vector<std::optional<Decoded>> alignment_per_hits(const AlignmentScores& scores,
                                                       const std::vector<HitRange>& hits,
                                                       Index most);
/// Bytes that this needs.
double alignment_per_hits_bytes(Index n, Index m, Index most);

/// log sum of exp(value) over all alignments; nullopt where all have the value -infinity. Finite
/// for scores as large as 1e300. O(n m).
std::optional<double> alignment_log_partition(const AlignmentScores& scores);

/// How often things are expected in an alignment that is drawn with probability exp(value) / Z.
struct AlignmentSums {
  double log_partition = 0;
  std::vector<double> pair;  ///< of (i, j) at i * m + j
  std::vector<double> first, second;
  AlignmentTransitions transitions{};
};
/// nullopt where alignment_log_partition() is. O(n m) time; nine doubles for each (i, j) beside the
/// result.
std::optional<AlignmentSums> alignment_sums(const AlignmentScores& scores);
/// Bytes that this needs, of which alignment_log_partition() needs a part.
double alignment_sums_bytes(Index n, Index m);

}  // namespace costruct
