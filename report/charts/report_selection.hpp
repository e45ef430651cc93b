// The section of the report on what `select` tried and chose.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// A chart for each learner that selects exactly one parameter and tried at least two numbers for
/// it. It shows the mean metric over the number, with one panel for each pair of sizes, and marks
/// the choice.
std::vector<Chart> selection_charts(const RunResults& results);

/// The table of RunResults::selection as HTML, by learner and sizes, with the chosen row first. If
/// there are more than kMostTableRows rows, it has the chosen rows only.
std::string selection_table(const RunResults& results);

/// CSV with the columns learner, labeled, unlabeled, parameters, metric, mean, standard_error,
/// count, chosen. They are the fields of SelectionRow; `parameters` is JSON.
std::string selection_csv(const std::vector<SelectionRow>& selection);

}  // namespace costruct::experiments
