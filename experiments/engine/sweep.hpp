// The sweep: all cells of an experiment, run, found again, and brought together.
#pragma once

#include <vector>

#include "costruct/experiments/engine/cell_runner.hpp"
#include "costruct/experiments/engine/result_store.hpp"

namespace costruct::experiments {

/// What changes how a sweep is run, and nothing of what it gives.
struct SweepSettings {
  int jobs = 1;
  bool retry_failed = false;
};

struct SweepOutcome {
  RunResults results;        ///< the finished cells; provenance is left to the caller
  Index failed = 0;          ///< cells of the curves that failed
  bool interrupted = false;  ///< by the experiment's stop flag
};

/// Runs the cells that the store does not have: first those by which `select` chooses, then those of the
/// curves. The work is handed to threads in units of one learner and one repetition. The results do not
/// depend on the number of jobs, nor on which cells the store had. Throws OutputError where the store cannot
/// be written.
SweepOutcome run_sweep(const Experiment& experiment, ResultStore& store, const SweepSettings& settings);

/// A cell and whether its result is in the store.
struct PlannedCell {
  CellSpec cell;
  bool done = false;
};

/// All cells that run_sweep would go through. Where a choice is still open, its cells stand without chosen
/// options.
std::vector<PlannedCell> plan_sweep(const Experiment& experiment, const ResultStore& store,
                                    const SweepSettings& settings);

}  // namespace costruct::experiments
