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
/// There is a chart for each kind that has pairs. It has a panel for each labeled size, but at most
/// six, and at most 200 draws of a learner in a panel. Both are evenly spread, and the remark says
/// what is left out. The mean difference and its 95 % interval are those of compare(). Far draws
/// are crosses (far_draws.hpp).
/// @param id  the beginning of the ids of the charts, see ChartSubject::id
std::vector<Chart> paired_charts(const RunSummary& summary, const std::string& metric,
                                 const std::string& id);

}  // namespace costruct::experiments
