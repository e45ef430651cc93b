// The section on far draws of the report: draws far from all others of their cell.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/report_tables.hpp"
#include "costruct/results/statistics/far_draws.hpp"

namespace costruct::experiments {

/// Adds the number of far draws to the marks below the means that contain them.
void mark_far_draws(const std::vector<FarDraw>& draws, CellMarks& marks);
/// A list of all far draws; empty without far draws.
std::string far_draws_content(const std::vector<FarDraw>& draws, const LearnerNames& names);

}  // namespace costruct::experiments
