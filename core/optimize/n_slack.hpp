// The n-slack solver: a working set per example (Altun 2006, Algorithm 1.1; Brefeld 2008,
// Table 6.1).
#pragma once

#include "costruct/core/optimize/solver.hpp"

namespace costruct {

/// After a constraint was added: optimise over the working set of its example alone, or over all
/// working sets (variants b and a of Altun 2006, Algorithm 1.1).
enum class Ascent { kSubspace, kFull };

struct NSlackOptions {
  SolverLimits limits;
  std::optional<double> epsilon;  ///< stop as Algorithm 1.1 does, instead of at a gap
  Ascent ascent = Ascent::kSubspace;
  Index cached_passes = 1;  ///< at most, over the working sets alone after each pass of the decoder
  std::optional<double>
      kappa;      ///< of accelerated ascent (block_ascent.hpp); absent: chosen after one pass
  Vector C_path;  ///< values of C solved before C, each from the solution of the last
  std::vector<DualVariables>
      start;  ///< feasible for the objective, one entry an example; empty: all zero
};

/// Solves the objective, for both rescalings and r = 1, 2. With epsilon or full ascent the
/// algorithm is as published, without acceleration. Same bits for any number of threads: only
/// certificates use them.
SolverResult solve_n_slack(const MaxMargin& objective, const NSlackOptions& options,
                           const SolverControl& control);

}  // namespace costruct
