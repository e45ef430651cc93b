// The block-coordinate Frank-Wolfe solver (Lacoste-Julien, Jaggi, Schmidt & Pletscher 2013), r = 1.
#pragma once

#include "costruct/core/optimize/solver.hpp"

namespace costruct {

/// The options of solve_bcfw().
struct BcfwOptions {
  SolverLimits limits;
  /// Each step moves weight from the worst output of the support, instead of from all in
  /// proportion.
  bool pairwise = true;
  /// Draw examples in proportion to their last share of the gap (Osokin et al. 2016).
  bool gap_sampling = true;
  /// Step on outputs seen before, as long as they promise half of what decoding gained.
  bool cache = true;
  /// Also certify the weighted average of all iterates, and keep the better one.
  bool average = false;
  Vector C_path;  ///< values of C that are solved first, each from the previous solution
};

/// Solves the objective for both rescalings and r = 1. The bits are the same for any number of
/// threads.
SolverResult solve_bcfw(const MaxMargin& objective, const BcfwOptions& options,
                        const SolverControl& control);

}  // namespace costruct
