// Several runs as one, so that they are reported on one page.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// All learners of all runs, in the metrics that all of them have (in the order of the first). A
/// learner whose name several runs use is called "NAME of LABEL"; labels that agree are numbered.
/// Draws of runs on the same data (compare_runs.hpp) are paired where their splits agree; between
/// different unlabeled sizes only where all splits that both runs have agree. Those of a run on
/// other data than the first stand alone, and no test is made across. Claims are left to the
/// reports of the single runs; tests, and what they know of overlap, are those of the first run.
///
/// @param labels  of the runs, as many: the names of their folders
/// Throws DataError where no metric is in all runs.
RunResults joined_runs(const std::vector<RunResults>& runs, const std::vector<std::string>& labels);

}  // namespace costruct::experiments
