// `run --dry-run`: the cells that a sweep would compute, and an estimate of the time.
#pragma once

#include "costruct/experiments/sweep/sweep.hpp"

namespace costruct::experiments {

/// All repetitions of a cell, how many of them are done, and estimates.
struct PlannedCells {
  CellSpec cell;
  Index total = 0, done = 0;
  double seconds = 0;            ///< of one cell, estimated; NaN: nothing was measured
  std::int64_t peak_memory = 0;  ///< of the process in bytes, estimated; 0: nothing was measured
  /// The number of fits of the cells to do. A learner that does not use the unlabeled examples fits
  /// once for all cells to do with the same labeled examples. Their first line counts the fit.
  Index fits = 0;
};

/// The cells of a sweep in the order of computation. While a choice of `select` is open, the cells
/// of the curves have no chosen options.
///
/// Estimates come from the cells in the store. For learners without cells in it, they come from
/// pilot cells. These have the smallest sizes first, with and without unlabeled examples, then
/// larger ones while time is left. Each learner has an equal share of `pilot_seconds`, in seconds
/// of the clock; 0 means no pilots. Other sizes are estimated by a power law in the number of
/// examples. The seconds that pilots measure are CPU time. Results of pilots are not stored.
std::vector<PlannedCells> plan_cells(const Experiment& experiment, const ResultStore& store,
                                     const SweepSettings& settings, double pilot_seconds);

/// The plan as tab-separated lines with a header, one line for each PlannedCells. The last column
/// is the estimated seconds of a cell, "unknown", or "shared" if another line counts all its fits.
std::string plan_table(const Config& config, const std::vector<PlannedCells>& plan);

/// The time in seconds of the cells that are not done, one at a time; NaN if it is not known for
/// some of them. A fit that cells share counts once.
double planned_seconds(const std::vector<PlannedCells>& plan);

/// The total of the plan as a line of text. It has the cells done and to do, the time with this
/// number of jobs, and the memory of one cell.
std::string plan_summary(const std::vector<PlannedCells>& plan, int jobs);

}  // namespace costruct::experiments
