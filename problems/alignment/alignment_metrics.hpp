// How much of an alignment is found: the problem's losses as shares of pairs, and precision.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/problems/alignment/aligned_pairs.hpp"

namespace costruct::alignment {

/// How far from its place in y a position of the second sequence may be paired and still count:
/// loss q4.
inline constexpr Index kNear = 4;

/// Of a problem whose inputs say which positions count when alignments are judged. A pair is judged
/// where both of its positions are.
class JudgedPositions {
 public:
  virtual ~JudgedPositions() = default;
  /// The number of positions of the first sequence, then of each position of the first and of the
  /// second whether it is judged, 1 or 0; no entries where all are.
  virtual Vector judged_positions(InputId x) const = 0;
};

/// Option `type` of the problem.
AlignmentKind kind_of(const Json& options);

/// `q`, `q4` and `q_precision`.
std::vector<OutputMetric> alignment_metrics();

/// 1 - 2 |A & B| / (|A| + |B|) for the pairs A and B of two alignments; 0 where both have none.
double pair_difference(const Json& options, const Output& a, const Output& b);

}  // namespace costruct::alignment
