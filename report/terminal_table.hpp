// Prints a run as a table in the terminal.
#pragma once

#include <string>

#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The table at the end of `run`: mean +- standard error, with sizes as rows and learners as
/// columns. Learners that do not fit the width go into further blocks. The best mean of a row is
/// marked with *; far draws are marked too (far_draws.hpp). Estimated gaps, verdicts and failed
/// cells follow below the table.
std::string terminal_table(const RunSummary& summary, Index width = 100);

}  // namespace costruct::experiments
