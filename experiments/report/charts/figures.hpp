// figures/*.svg: the charts of the report for papers, drawn without a browser.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "costruct/experiments/report/charts/report_charts.hpp"
#include "costruct/experiments/statistics/summary.hpp"

namespace costruct::experiments {

struct FiguresOutcome {
  Index count = 0;     ///< files written
  std::string reason;  ///< why there are none, or empty
};

/// Writes these charts to FOLDER/figures/ID.svg. They are drawn by the same Vega and Vega-Lite
/// that the report carries, in Node.js, which is looked for on the PATH and stopped after a minute. A run is
/// complete without figures, so whatever goes wrong is a reason and not an error.
FiguresOutcome write_figures(const std::filesystem::path& folder, const std::vector<Chart>& charts);

/// The same for every chart of a run's report.
FiguresOutcome write_figures(const std::filesystem::path& folder, const RunSummary& summary);

}  // namespace costruct::experiments
