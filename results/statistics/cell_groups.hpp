// Groups the cells of a run by learner and sizes, and reads the numbers measured in them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// All repetitions of a learner at one pair of sizes, finished or failed.
struct CellGroup {
  std::size_t learner = 0;  ///< index in results.learners
  Index labeled = 0, unlabeled = 0;
  std::vector<const CellResult*> cells;  ///< by repetition
};

/// Groups the cells by learner in the order of the config, then by sizes. The groups point into
/// `results`. Cells of learners that are not in results.learners are left out.
std::vector<CellGroup> group_cells(const RunResults& results);

/// The group of a learner at a size, or null.
const CellGroup* find_group(const std::vector<CellGroup>& groups, std::size_t learner,
                            Index labeled, Index unlabeled);

/// The pairs (labeled, unlabeled) of sizes that occur, in ascending order.
std::set<std::pair<Index, Index>> sizes_of(const std::vector<CellGroup>& groups);

/// A metric of a cell, or one of measured_quantities(). Nullopt if the cell failed or does not have
/// it (NaN, or 0 for peak_memory).
std::optional<double> measured(const CellResult& cell, const std::string& quantity);

/// The mean of measured() over the cells of a group with a finite value; nullopt without such
/// cells.
std::optional<double> group_mean(const CellGroup& group, const std::string& quantity);

/// The quantities measured besides the metrics: train_seconds, predict_seconds, oracle_calls,
/// peak_memory (bytes) and disagreement (a share).
const std::vector<std::string>& measured_quantities();

}  // namespace costruct::experiments
