// `run --dry-run`: what a sweep would do, and about how long.
#pragma once

#include "costruct/experiments/sweep/sweep.hpp"

namespace costruct::experiments {

/// All repetitions of a cell, and how many of them are done.
struct PlannedCells {
  CellSpec cell;
  Index total = 0, done = 0;
  double seconds = 0;            ///< of one cell, estimated; NaN where nothing was measured
  std::int64_t peak_memory = 0;  ///< of the process, estimated, bytes; 0 where nothing was measured
};

/// The cells of a sweep in the order in which it goes through them; where a choice of `select` is
/// open, the cells of the curves stand without chosen options. Estimates come from the cells that
/// the store has and, for learners of which it has none, from pilot cells: the smallest sizes
/// first, then larger ones as long as the pilots take less than `pilot_seconds` in all. Between and
/// beyond the measured sizes a power law in the number of examples is assumed. Pilots are not kept.
std::vector<PlannedCells> plan_cells(const Experiment& experiment, const ResultStore& store,
                                     const SweepSettings& settings, double pilot_seconds);

/// A line per planned cells, tab-separated, with a header; then what it comes to, for a number of
/// jobs.
std::string plan_table(const Config& config, const std::vector<PlannedCells>& plan);
std::string plan_summary(const std::vector<PlannedCells>& plan, int jobs);

}  // namespace costruct::experiments
