// The one-slack solver: cutting planes on the sum of all losses (Joachims, Finley & Yu 2009;
// Joachims 2009, section 4), r = 1.
#pragma once

#include "costruct/core/optimize/solver.hpp"

namespace costruct {

struct OneSlackOptions {
  SolverLimits limits;
  Index drop_after = 20;  ///< iterations with alpha = 0 after which a plane is dropped
  Vector C_path;          ///< values of C solved before C, each from the planes of the last
};

/// Solves the objective for both rescalings and r = 1. Examples are decoded in parallel; same bits
/// for any number of threads.
SolverResult solve_one_slack(const MaxMargin& objective, const OneSlackOptions& options,
                             const SolverControl& control);

}  // namespace costruct
