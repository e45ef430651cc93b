// Differences draw by draw: what the paired tests of the report look at, each draw a dot.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// Each learner minus the first of the config, and each that sees unlabeled examples minus its
/// supervised twin, with the most unlabeled examples that it has: a panel for each labeled size, no
/// more than six, evenly spread; the remark says what is left out. Mean and 95 % interval are those
/// of the first of the run's tests. Draws far from the others of their cell are crosses. Without
/// pairs there is no chart.
/// @param id  of the charts, as ChartSubject::id
std::vector<Chart> paired_charts(const RunSummary& summary, const std::string& metric,
                                 const std::string& id);

}  // namespace costruct::experiments
