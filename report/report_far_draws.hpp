// Draws far from the others of their cell, in the report.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/report_tables.hpp"
#include "costruct/results/statistics/far_draws.hpp"

namespace costruct::experiments {

/// Says below the means how many such draws are in them.
void mark_far_draws(const std::vector<FarDraw>& draws, CellMarks& marks);
/// All of them, one by one; empty where there are none.
std::string far_draws_content(const std::vector<FarDraw>& draws, const LearnerNames& names);

}  // namespace costruct::experiments
