// The one-slack solver: cutting planes for the sum of all slacks (Joachims, Finley & Yu 2009;
// Joachims 2009, section 4), r = 1.
#pragma once

#include "costruct/core/optimize/solver.hpp"

namespace costruct {

/// The options of solve_one_slack().
struct OneSlackOptions {
  SolverLimits limits;
  /// A plane is dropped when its dual variable alpha has been 0 for more than this number of
  /// iterations.
  Index drop_after = 20;
  Vector C_path;  ///< values of C that are solved first, each from the previous planes
  /// Weights and planes to begin with. The alphas of the planes add up to C at most.
  SolverStart start = {};
  bool returns_planes = false;  ///< whether to set SolverResult::planes, for the next start
};

/// Solves the objective for both rescalings and r = 1. Decodes examples in parallel. The bits are
/// the same for any number of threads.
SolverResult solve_one_slack(const MaxMargin& objective, const OneSlackOptions& options,
                             const SolverControl& control);

}  // namespace costruct
