// Optional interface of a problem: outputs that differ from a given output in the place of one
// object.
#pragma once

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Offered by problems whose outputs place objects 0 .. num_objects(x) - 1, and in which each
/// object can be moved alone. In clustering, for example, the place of an object is its cluster.
/// The moved object chooses among all places, as if it had been added last. The others keep their
/// places (Brefeld 2008, Decoding Strategy 8.1).
class SingleMoves {
 public:
  virtual ~SingleMoves() = default;
  virtual Index num_objects(InputId x) const = 0;
  /// The output that most violates its constraint, among y and the outputs that differ from y only
  /// in the place of `object` and have a constraint (StructuredProblem::has_constraint()). Also
  /// returns the violation, as defined at StructuredProblem::most_violated(). It enumerates the
  /// places, so it is exact for every augmentation. Among ties the lexicographically smallest
  /// output is returned.
  virtual Decoded most_violated_move(InputId x, const Output& y, Index object, ConstVectorRef w,
                                     Augmentation augmentation) const = 0;
};

}  // namespace costruct
