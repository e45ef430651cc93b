// The tables of the report as HTML.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/text/readable_names.hpp"

namespace costruct::experiments {

/// HTML that stands below the mean of a learner at a size; at kAnyUnlabeled, of all unlabeled
/// sizes.
using CellMarks = std::map<std::pair<std::string, Sizes>, std::string>;
inline constexpr Index kAnyUnlabeled = -1;

/// A metric: sizes by learners, mean, standard error and 95 % interval; a mean in bold is that of a
/// learner shown to be better than all others of its row (standings_by_sizes()).
std::string metric_table(const RunSummary& summary, const std::string& metric,
                         const CellMarks& marks);
/// Seconds and memory, learner by learner and size by size.
std::string time_table(const RunSummary& summary);
/// The exponents of the power laws that were fitted; empty where there are none.
std::string growth_table(const std::vector<Chart>& charts, const LearnerNames& names);
/// Each view alone, and how often they differ; empty where there is nothing of the kind.
/// `metric`: of the errors of views.
std::string views_table(const RunSummary& summary, const std::string& metric);
/// What the duality gaps of the fits came to, and whether they are certificates; empty where there
/// are none.
std::string gap_table(const RunResults& results);
std::string failure_table(const RunResults& results);

}  // namespace costruct::experiments
