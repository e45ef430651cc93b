// Charts of the paired differences that the tests of the report use, one dot for each draw.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// Two kinds of differences, at the largest unlabeled size of each learner:
///   - each learner minus the first learner of the config
///   - each learner that uses unlabeled examples minus its supervised twin
/// There is a panel for each labeled size, but at most six, evenly spread; the remark says what is
/// left out. Mean and 95 % interval are those of the first of the run's tests. Far draws are
/// crosses. Without pairs there is no chart.
/// @param id  of the charts, see ChartSubject::id
std::vector<Chart> paired_charts(const RunSummary& summary, const std::string& metric,
                                 const std::string& id);

}  // namespace costruct::experiments
