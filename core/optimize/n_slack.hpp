// The n-slack solver: a working set per example (Altun 2006, Algorithm 1.1; Brefeld 2008,
// Table 6.1).
#pragma once

#include "costruct/core/optimize/solver.hpp"

namespace costruct {

/// The dual variables that are optimised after a constraint was added. kSubspace takes those of the
/// working set of its example, kFull those of all working sets (variants b and a of Altun 2006,
/// Algorithm 1.1).
enum class Ascent { kSubspace, kFull };

/// The options of solve_n_slack().
struct NSlackOptions {
  SolverLimits limits;
  /// > 0: runs Algorithm 1.1 as published. An output is added only if its violation exceeds the
  /// slack by more than epsilon. The run ends after a pass without a new output, not at a gap.
  std::optional<double> epsilon;
  Ascent ascent = Ascent::kSubspace;
  /// The most passes over the working sets alone after each pass with the decoder.
  Index cached_passes = 1;
  /// kappa of accelerated ascent (block_ascent.hpp). Absent: chosen after one pass.
  std::optional<double> kappa;
  Vector C_path;  ///< values of C that are solved first, each from the previous solution
  /// Dual variables to start from: feasible for the objective, one entry for each example. Empty:
  /// all 0.
  std::vector<DualVariables> start;
  /// Weights that are certified before the first pass, and returned if no better ones are found.
  /// Empty: none.
  Vector start_w;
};

/// Solves the objective for both rescalings and r = 1, 2. With epsilon or kFull the algorithm is as
/// published, without acceleration. The bits are the same for any number of threads: only
/// certificates use several threads. SolverResult::dual_variables can be the next `start`.
SolverResult solve_n_slack(const MaxMargin& objective, const NSlackOptions& options,
                           const SolverControl& control);

}  // namespace costruct
