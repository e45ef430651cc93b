// Declares learners whose fit can begin where their last fit ended (warm start).
#pragma once

#include "costruct/core/optimize/solver.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

/// A learner for callers that fit the same inputs several times, each time with other outputs to
/// learn. Such a caller imputes labels and fits again.
class RefittingLearner : public Learner {
 public:
  /// Does the same as fit(), but begins with the solution of the last fit to the same inputs. The
  /// objective of the result is at most that of the last weights.
  /// @param kept  holds the last solution and becomes that of this fit. Pass an empty one to the
  ///              first fit, and the same object to all later ones
  virtual Fitted refit(const Views& views, const Sample& sample, const FitContext& context,
                       SolverStart& kept) const = 0;
};

}  // namespace costruct
