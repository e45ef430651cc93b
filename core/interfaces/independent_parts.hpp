// Optional interface of a problem: the same problem, in which no feature joins parts.
#pragma once

#include <memory>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Offered by problems with large inputs of which only a few parts have known labels, for example a
/// graph with some labeled nodes. Features that join two parts, such as edges, are useless until
/// most parts have plausible labels. Learners that impute labels therefore begin with the problem
/// without these features.
class IndependentParts {
 public:
  virtual ~IndependentParts() = default;
  /// The same problem without the features that join parts: their coordinates of Phi are 0. Nothing
  /// else changes: the other coordinates, the outputs, the losses and what is known of the inputs.
  /// The result does not refer to this problem, which need not outlive it.
  virtual std::unique_ptr<const StructuredProblem> with_independent_parts() const = 0;
};

}  // namespace costruct
