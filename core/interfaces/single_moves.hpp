// Second interface: outputs that differ from a given one in the place of a single object.
#pragma once

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Outputs place objects 0 .. num_objects(x) - 1, and every object can be moved alone: as if it had
/// come last, with all others in their places (Brefeld 2008, Decoding Strategy 8.1).
class SingleMoves {
 public:
  virtual ~SingleMoves() = default;
  virtual Index num_objects(InputId x) const = 0;
  /// Of the outputs that equal y but for the place of one object (y among them) the one that most
  /// violates its constraint, and the violation, as StructuredProblem::most_violated() has it; by
  /// enumeration, so exact. Ties to the smallest.
  virtual Decoded most_violated_move(InputId x, const Output& y, Index object, ConstVectorRef w,
                                     Augmentation augmentation) const = 0;
};

}  // namespace costruct
