// Metrics of alignments: the losses as shares of pairs found, and precision.
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

/// The kind of alignments that the options of the problem ask for.
AlignmentKind kind_of(const Json& options);

/// The metrics `q`, `q4` and `q_precision`.
std::vector<OutputMetric> alignment_metrics();

/// Returns 1 - 2 |A & B| / (|A| + |B|) for the pairs A and B of two alignments; 0 if both are
/// empty.
double pair_difference(const Json& options, const Output& a, const Output& b);

}  // namespace costruct::alignment
