// A run as a table in the terminal.
#pragma once

#include <string>

#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The table at the end of `run`: mean +- standard error, learners as columns (in blocks where they
/// do not fit the width), sizes as rows, the best mean of a row marked with *, and draws far from
/// the others (far_draws.hpp); then gaps that are estimates, the verdicts, and the cells that
/// failed.
std::string terminal_table(const RunSummary& summary, Index width = 100);

}  // namespace costruct::experiments
