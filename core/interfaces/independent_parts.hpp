// Optional interface of a problem: the same problem, in which no feature joins parts.
#pragma once

#include <memory>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Offered by problems whose inputs are so large that a few known parts lie far from most others.
/// Weights that join parts then learn nothing of use before most parts have plausible labels.
/// Learners that impute begin with the problem that has none of them.
class IndependentParts {
 public:
  virtual ~IndependentParts() = default;
  /// The same problem without the features that join parts: their coordinates of Phi are 0. All
  /// other coordinates, outputs, losses and facts are those of this problem.
  virtual std::unique_ptr<const StructuredProblem> with_independent_parts() const = 0;
};

}  // namespace costruct
