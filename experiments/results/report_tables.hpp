// The tables of the report as HTML.
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/results/run_results.hpp"
#include "costruct/experiments/results/summary.hpp"

namespace costruct::experiments {

/// A metric: sizes by learners, mean and standard error, the best mean of a row in bold.
std::string metric_table(const RunResults& results, const std::vector<CurvePoint>& points,
                         const std::string& metric);
std::string time_table(const std::vector<TimePoint>& points);
std::string selection_table(const std::vector<SelectionRow>& selection);
std::string failure_table(const RunResults& results);
/// Nested objects as one row a value, their keys joined by dots.
std::string provenance_table(const Json& provenance);

}  // namespace costruct::experiments
