// Writes figures/: the charts of a report for papers, drawn on request without a browser.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/claims/collection_results.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The outcome of write_figures().
struct FiguresOutcome {
  Index drawn = 0;      ///< number of charts drawn
  Index unchanged = 0;  ///< number of charts whose files exist already
  std::string reason;   ///< why some charts are missing, or empty
};

/// Draws each chart to FOLDER/ID for two columns of print (174 mm) and to FOLDER/ID-column for one
/// (84 mm), where ID is Chart::id. The files are SVG (letters are paths) and PDF (fonts inside). A
/// chart is not drawn again if its files exist and its hash is in FOLDER/hashes.json.
///
/// One process of Node.js draws all charts with the same Vega and Vega-Lite as the report; it calls
/// rsvg-convert. It is stopped if it has drawn no chart for `patience`. Charts that were drawn
/// before stay.
///
/// A report is complete without figures. Therefore a failure is not an error: `reason` describes it
/// and names the missing charts.
FiguresOutcome write_figures(const std::filesystem::path& folder, const std::vector<Chart>& charts,
                             std::chrono::milliseconds patience = std::chrono::minutes(5));

/// Every chart of a run's report.
std::vector<Chart> all_charts(const RunSummary& summary);
/// Every chart of a collection's report, without those of its data sets.
std::vector<Chart> all_charts(const CollectionResults& results);

}  // namespace costruct::experiments
