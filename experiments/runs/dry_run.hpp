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
  /// once for all cells to do that have the same labeled examples: their first line counts it.
  Index fits = 0;
};

/// The cells of a sweep in the order of computation. While a choice of `select` is open, the cells
/// of the curves have no chosen options.
///
/// Estimates come from the cells in the store. For learners without cells in it, they come from
/// pilot cells. These have the smallest sizes first, with and without unlabeled examples, then
/// larger ones while all pilots together take less than `pilot_seconds`. Other sizes are estimated
/// by a power law in the number of examples. Seconds of pilots are those of the clock. Results of
/// pilots are not stored.
std::vector<PlannedCells> plan_cells(const Experiment& experiment, const ResultStore& store,
                                     const SweepSettings& settings, double pilot_seconds);

/// The plan as tab-separated lines with a header, one line for each PlannedCells.
std::string plan_table(const Config& config, const std::vector<PlannedCells>& plan);

/// The time of the cells that are not done, one at a time; NaN if it is not known for some of them.
/// A fit that cells share counts once.
double planned_seconds(const std::vector<PlannedCells>& plan);

/// The total of the plan, for a number of jobs.
std::string plan_summary(const std::vector<PlannedCells>& plan, int jobs);

}  // namespace costruct::experiments
