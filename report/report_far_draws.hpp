// The parts of the report's HTML page that show far draws. A far draw has a value far from those of
// all other draws of its cell, which is one learner at one pair of sizes.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/report_tables.hpp"
#include "costruct/results/statistics/far_draws.hpp"

namespace costruct::experiments {

/// Adds a mark such as "1 draw far off" below each mean that includes far draws.
/// @param draws  far_draws() of the metric that the table shows
void mark_far_draws(const std::vector<FarDraw>& draws, CellMarks& marks);
/// Returns an HTML table with a row for each far draw: the learner, the sizes, the value, and the
/// median of the other values. Returns "" if there are no far draws. All draws must be from one
/// metric.
std::string far_draws_content(const std::vector<FarDraw>& draws, const LearnerNames& names);

}  // namespace costruct::experiments
