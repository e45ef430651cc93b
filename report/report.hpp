// report.html: a run in one file that opens from disk without a network.
#pragma once

#include <filesystem>
#include <string>

#include "costruct/report/report_outputs.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// Learning curves, time curves, tables, verdicts, provenance; the drawing libraries are in the
/// file. Its size is bounded whatever the number of cells: charts and tables with too many rows say
/// so and name curves.csv. `drawing` draws the outputs that cells have kept.
std::string report_html(const RunSummary& summary, const OutputDrawing& drawing = {});

/// Writes it, under a temporary name first. Throws OutputError.
void write_report(const std::filesystem::path& file, const RunSummary& summary,
                  const OutputDrawing& drawing = {});

}  // namespace costruct::experiments
