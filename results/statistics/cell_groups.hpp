// The cells of a run by learner and sizes, and the numbers measured in them.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// All repetitions of a learner at one labeled and unlabeled size, finished or failed.
struct CellGroup {
  std::size_t learner = 0;  ///< its place in results.learners
  Index labeled = 0, unlabeled = 0;
  std::vector<const CellResult*> cells;  ///< by repetition
};

/// By learner as in the config, then by sizes. Points into `results`. Cells of learners it does not
/// name are left out.
std::vector<CellGroup> group_cells(const RunResults& results);

/// The group of a learner at a size, or null.
const CellGroup* find_group(const std::vector<CellGroup>& groups, std::size_t learner,
                            Index labeled, Index unlabeled);

/// The labeled and unlabeled sizes that occur, in ascending order.
std::set<std::pair<Index, Index>> sizes_of(const std::vector<CellGroup>& groups);

/// A metric of a finished cell, or one of measured_quantities(); nullopt where it failed or does
/// not have it (NaN, or no memory measured).
std::optional<double> measured(const CellResult& cell, const std::string& quantity);

/// The mean of measured() over those cells of a group where it is finite; nullopt where there is
/// none.
std::optional<double> group_mean(const CellGroup& group, const std::string& quantity);

/// What is measured besides the metrics: train_seconds, predict_seconds, oracle_calls, peak_memory
/// (bytes) and disagreement (a share).
const std::vector<std::string>& measured_quantities();

}  // namespace costruct::experiments
