// Joins several runs into one, so that one page reports all of them.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// Returns the joined run. It has all learners of all runs, and the metrics that all runs have, in
/// the order of the first run. A learner whose name occurs in several runs is called "NAME of
/// LABEL"; equal labels are numbered.
///
/// Draws of runs on the same data (have_same_data()) are paired if their splits agree. Cells of
/// different unlabeled sizes are paired only if the two runs agree in all splits that both have. A
/// run on other data than the first is not paired with it, and no test compares them.
///
/// Claims and RunResults::selection are left out; the reports of the single runs have them. The
/// config is that of the first run, with the learners of all runs. The first run also gives the
/// significance tests, and the sizes from which tests know how much draws overlap.
///
/// @param labels  one for each run: the name of its folder
/// Throws DataError if no metric is in all runs.
RunResults joined_runs(const std::vector<RunResults>& runs, const std::vector<std::string>& labels);

}  // namespace costruct::experiments
