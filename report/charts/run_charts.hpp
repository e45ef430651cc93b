// All charts of a run, for its report and its figures.
#pragma once

#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The charts of a run, by section of the report. A list is empty if there is nothing to draw.
struct RunCharts {
  /// The first metric in one picture: each learner with its most unlabeled examples.
  std::vector<Chart> answer;
  /// By metric of the config; empty for a metric without points.
  std::vector<std::vector<Chart>> metrics;
  std::vector<Chart> times;         ///< training seconds with fitted growth
  std::vector<Chart> disagreement;  ///< how much the views differ on unlabeled examples
  std::vector<Chart> selection;     ///< selection_charts()
  std::vector<Chart> labeled;       ///< over labeled parts, if learners choose what is labeled
};

/// Makes all charts of a run.
RunCharts charts_of_run(const RunSummary& summary);

}  // namespace costruct::experiments
