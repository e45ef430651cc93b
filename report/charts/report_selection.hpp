// What `select` tried and chose, in the report.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// A chart for each learner that selects exactly one parameter and tried at least two numbers for
/// it: the mean over the number, a panel for each size, the choice marked.
std::vector<Chart> selection_charts(const RunResults& results);

/// Learner by learner and size by size, the chosen row first. Where there are more rows than a
/// table takes, the chosen ones only.
std::string selection_table(const RunResults& results);

/// learner, labeled, unlabeled, parameters, metric, mean, standard_error, count, chosen
std::string selection_csv(const std::vector<SelectionRow>& selection);

}  // namespace costruct::experiments
