// Writes report.html of a run: one file that you can open without a network.
#pragma once

#include <filesystem>
#include <string>

#include "costruct/report/report_outputs.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The page as HTML: learning curves, time curves, tables, verdicts and provenance. The file
/// contains the drawing libraries. Its size is bounded for any number of cells: charts and tables
/// with too many rows are shortened, and say where the numbers are.
/// @param drawing  draws the outputs that cells have kept (CellResult::extremes); null: the page
///                 has no outputs
std::string report_html(const RunSummary& summary, const OutputDrawing& drawing = {});

/// Writes the page to a file, under a temporary name first; replaces an earlier file. The folder
/// must exist. Throws OutputError if the file cannot be written.
void write_report(const std::filesystem::path& file, const RunSummary& summary,
                  const OutputDrawing& drawing = {});

}  // namespace costruct::experiments
