// All charts of a run, for its report and its figures.
#pragma once

#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The charts of a run by section.
struct RunCharts {
  /// The first metric in one picture: each learner with its most unlabeled examples.
  std::vector<Chart> answer;
  /// By metric of the config; empty for a metric without points.
  std::vector<std::vector<Chart>> metrics;
  std::vector<Chart> times;  ///< training seconds with fitted growth
  std::vector<Chart> disagreement;
  std::vector<Chart> selection;
  std::vector<Chart> labeled;  ///< over labeled parts, if learners choose what is labeled
};

RunCharts charts_of_run(const RunSummary& summary);

}  // namespace costruct::experiments
