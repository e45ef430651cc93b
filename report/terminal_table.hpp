// Prints a run as a table in the terminal.
#pragma once

#include <string>

#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The text at the end of `run`. It has a table for each metric: mean ± standard error, with sizes
/// as rows and learners as columns. Learners that do not fit the width go into further blocks. A *
/// marks the best mean of each labeled size. Far draws are listed below their table
/// (far_draws.hpp).
///
/// These texts follow: the answer by the first metric, what `select` chose, warnings, and draws
/// that were made again. Then come estimated gaps, gaps of decodings, the number of cells of an
/// unfinished run, verdicts and failed cells.
/// @param width  of the terminal, in characters
std::string terminal_table(const RunSummary& summary, Index width = 100);

}  // namespace costruct::experiments
