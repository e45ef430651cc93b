// All charts of a run, for its report and for its figures.
#pragma once

#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

struct RunCharts {
  std::vector<Chart>
      answer;  ///< the first metric in one picture: each learner with its most unlabeled examples
  std::vector<std::vector<Chart>>
      metrics;               ///< by metric of the config; empty where it has no point
  std::vector<Chart> times;  ///< training seconds with fitted growth
  std::vector<Chart> disagreement;
  std::vector<Chart> selection;
};

RunCharts charts_of_run(const RunSummary& summary);

}  // namespace costruct::experiments
