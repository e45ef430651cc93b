// The block-coordinate Frank-Wolfe solver for structural SVMs with slack norm r = 1
// (Lacoste-Julien, Jaggi, Schmidt & Pletscher 2013). max_margin.hpp has the objective and its dual.
#pragma once

#include "costruct/core/optimize/solver.hpp"

namespace costruct {

/// The options of solve_bcfw().
struct BcfwOptions {
  SolverLimits limits;
  /// Whether a step is pairwise. A step moves dual weight to the most violated output. A pairwise
  /// step takes it from the least violated output of the support, others from all in proportion.
  bool pairwise = true;
  /// Whether to draw examples in proportion to their last share of the gap (Osokin et al. 2016).
  /// Otherwise each pass visits all examples in random order.
  bool gap_sampling = true;
  /// Whether steps use outputs seen before instead of decoding. They do so as long as these outputs
  /// promise at least half of the example's last share of the gap.
  bool cache = true;
  /// Whether to certify the weighted average of all iterates, too, and keep the better one.
  bool average = false;
  Vector C_path;  ///< values of C that are solved first, each from the previous solution
};

/// Solves the objective, for margin or slack rescaling and r = 1. The result says why it ended: at
/// the gap or at a limit. The bits are the same for any number of threads.
SolverResult solve_bcfw(const MaxMargin& objective, const BcfwOptions& options,
                        const SolverControl& control);

}  // namespace costruct
