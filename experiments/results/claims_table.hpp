// The claims of runs with their verdicts: one table for the terminal, one for other programs.
#pragma once

#include <span>
#include <string>

#include "costruct/experiments/results/run_results.hpp"

namespace costruct::experiments {

/// All claims of the runs in their order, with source, verdict and numbers: the difference (ratio, exponent,
/// value) with its interval, p, pairs, and the power of the test where nothing was decided. Of a claim with
/// many cells, the first few that are not reproduced. A line for each verdict's number stands above. Empty
/// where no run has a claim.
std::string claims_table(std::span<const RunResults> runs, Index width = 100);

/// The same as CSV, a line a cell:
///   run, source, text, claim, form, test, alpha, verdict, exploratory, cell, count, left_out, first, second,
///   difference, standard_error, low, high, confidence, statistic, p, effect_size, effect, power,
///   cell_verdict, note, unfinished
/// Numbers read back to the same double; "nan" where there is none. A claim that fits no cell has one line
/// without a cell.
std::string claims_csv(std::span<const RunResults> runs);

}  // namespace costruct::experiments
