// Learners whose fit can begin where their last one ended.
#pragma once

#include "costruct/core/optimize/solver.hpp"
#include "costruct/learners/learner.hpp"

namespace costruct {

/// A learner for callers that fit the same inputs several times, each time with other references.
class RefittingLearner : public Learner {
 public:
  /// As fit(), but begins at what the last fit to the same inputs left in `kept`, and leaves its
  /// own. `kept` is empty before the first fit. The objective is at most that of the last weights.
  virtual Fitted refit(const Views& views, const Sample& sample, const FitContext& context,
                       SolverStart& kept) const = 0;
};

}  // namespace costruct
