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

/// HTML that stands below the mean of a learner at a pair of sizes. The unlabeled size
/// kAnyUnlabeled stands for all unlabeled sizes.
using CellMarks = std::map<std::pair<std::string, Sizes>, std::string>;
inline constexpr Index kAnyUnlabeled = -1;

/// The table of a metric, sizes by learners: mean, standard error and 95 % interval. A mean is bold
/// if its learner is significantly better than all others of the row (standings_by_sizes()).
std::string metric_table(const RunSummary& summary, const std::string& metric,
                         const CellMarks& marks);
/// Seconds and memory of each learner at each pair of sizes.
std::string time_table(const RunSummary& summary);
/// The exponents of the fitted power laws; empty without fits.
std::string growth_table(const std::vector<Chart>& charts, const LearnerNames& names);
/// The error of each view alone, and how much the views differ; empty if no cell has either.
/// @param metric  the name of the metric in CellResult::view_errors
std::string views_table(const RunSummary& summary, const std::string& metric);
/// The duality gaps of the fits, and whether they are certificates; empty if there are no gaps.
std::string gap_table(const RunResults& results);
/// How far the scored predictions may be below the best outputs; empty if decoding is exact or
/// knows no bound.
std::string decodings_table(const RunResults& results);
/// The cells that failed, with their errors.
std::string failure_table(const RunResults& results);

}  // namespace costruct::experiments
