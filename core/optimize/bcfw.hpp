// Block-coordinate Frank-Wolfe (Lacoste-Julien, Jaggi, Schmidt & Pletscher 2013), r = 1.
#pragma once

#include "costruct/core/optimize/solver.hpp"

namespace costruct {

struct BcfwOptions {
  SolverLimits limits;
  bool pairwise =
      true;  ///< move weight from the worst output of the support, not from all in proportion
  /// Draw examples in proportion to their last share in the gap (Osokin et al. 2016).
  bool gap_sampling = true;
  bool cache = true;  ///< step on outputs seen before while they promise half of what decoding did
  bool average =
      false;      ///< certify the weighted average of all iterates as well, and keep the better
  Vector C_path;  ///< values of C solved before C, each from the solution of the last
};

/// Solves the objective for both rescalings and r = 1. Same bits for any number of threads.
SolverResult solve_bcfw(const MaxMargin& objective, const BcfwOptions& options,
                        const SolverControl& control);

}  // namespace costruct
