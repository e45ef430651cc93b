// The claims of runs with their verdicts: one table for the terminal, one for other programs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/results/claims/claims.hpp"

namespace costruct::experiments {

/// What a run, or a collection of runs, says of its claims.
struct JudgedRun {
  std::string name;
  std::vector<ClaimVerdict> verdicts;
};

std::vector<JudgedRun> judged(std::span<const RunResults> runs);

/// All claims of the runs in their order, with source, verdict and numbers: the difference (ratio,
/// exponent, value) with its interval, p by its own and by the corrected test, pairs, and the power
/// of the test where nothing was decided. Verdicts are words of verdict_word(). Of a claim with
/// many cells, the first few that are not reproduced. A line for each verdict's number stands
/// above. Empty where no run has a claim.
std::string claims_table(std::span<const JudgedRun> runs, Index width = 100);

/// The same as CSV, a line a cell:
///   run, source, text, claim, form, test, alpha, verdict, exploratory, cell, count, left_out,
///   first, second, difference, standard_error, low, high, confidence, statistic, p, effect_size,
///   effect, power, cell_verdict, note, unfinished, corrected_p, corrected_cell_verdict, cell_word,
///   corrected_verdict, word
/// `verdict` and `cell_verdict` are by `test`, the corrected ones by the corrected resampled
/// t-test: "none" where there is no such test. The words are those of verdict_word(). New columns
/// are added at the end. Numbers read back to the same double; "nan" where there is none. A claim
/// that fits no cell has one line without a cell.
std::string claims_csv(std::span<const JudgedRun> runs);

}  // namespace costruct::experiments
