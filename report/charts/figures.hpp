// figures/: the charts of a report for papers, drawn without a browser where they are asked for.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/claims/collection_results.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

struct FiguresOutcome {
  Index drawn = 0;      ///< charts
  Index unchanged = 0;  ///< charts whose files stand there already
  std::string reason;   ///< why some are missing, or empty
};

/// Draws each chart to FOLDER/ID and ID-column, for two columns of print (174 mm) and for one (84
/// mm), as SVG (letters are paths) and PDF (fonts inside). One process of Node.js draws all charts
/// with the same Vega and Vega-Lite that the report carries; it calls rsvg-convert. Charts whose
/// hash stands in FOLDER/hashes.json are not drawn again. The process is stopped when it has drawn
/// no chart for `patience`; what was drawn until then stays. A report is complete without figures,
/// so whatever goes wrong is a reason, which names the charts that are missing, and not an error.
FiguresOutcome write_figures(const std::filesystem::path& folder, const std::vector<Chart>& charts,
                             std::chrono::milliseconds patience = std::chrono::minutes(5));

/// Every chart of a run's report.
std::vector<Chart> all_charts(const RunSummary& summary);
/// Every chart of a collection's report, but for those of its data sets.
std::vector<Chart> all_charts(const CollectionResults& results);

}  // namespace costruct::experiments
