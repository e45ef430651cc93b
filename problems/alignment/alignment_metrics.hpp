// Metrics of alignments: shares of true pairs that are found, and of predicted pairs that are true.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/problems/alignment/aligned_pairs.hpp"

namespace costruct::alignment {

/// Loss q4: how far from its position in y a position of the second sequence may be paired and
/// still count.
inline constexpr Index kNear = 4;

/// Interface of problems whose inputs tell which positions count when alignments are judged. A pair
/// is judged if both of its positions are.
class JudgedPositions {
 public:
  virtual ~JudgedPositions() = default;
  /// Returns the number of positions of the first sequence. 1 or 0 follows for each position of the
  /// first, then of the second sequence: whether it is judged. Empty if all are.
  virtual Vector judged_positions(InputId x) const = 0;
};

/// The kind of alignments that the option `mode` of the problem asks for.
/// @param options  with all defaults filled in
AlignmentKind kind_of(const Json& options);

/// The metrics, in this order; each is a mean over inputs, and only judged pairs count:
///   q4           share of the true pairs (i, j) whose i is predicted to pair with some j' at most
///                kNear positions from j; 1 if there is no true pair
///   q            share of the true pairs that are predicted; 1 if there is no true pair
///   q_precision  share of the predicted pairs that are true; if none is predicted, 1 if there is
///                no true pair, else 0
std::vector<OutputMetric> alignment_metrics();

/// Returns 1 - 2 |A & B| / (|A| + |B|) for the sets A and B of pairs of two alignments; 0 if both
/// are empty.
/// @param options  those of the problem, for kind_of()
double pair_difference(const Json& options, const Output& a, const Output& b);

}  // namespace costruct::alignment
