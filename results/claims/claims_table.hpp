// The claims of runs with their verdicts, as a table for the terminal and as CSV.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "costruct/results/claims/claims.hpp"

namespace costruct::experiments {

/// A run, or a collection of runs, with the verdicts on its claims.
struct JudgedRun {
  std::string name;
  std::vector<ClaimVerdict> verdicts;
};

/// Judges the claims of each run.
std::vector<JudgedRun> judged(std::span<const RunResults> runs);

/// One line for each claim, its text cut to `width`: its verdict_word(), verdict_limits() in
/// parentheses, and its text or else its statement, cut where it is longer. The first line counts
/// the verdicts, the last one says how to get the numbers. Several runs have their names above
/// their claims. Limits of all claims of a run stand there, too. Empty if no run has a claim.
std::string claims_lines(std::span<const JudgedRun> runs, Index width = 100);

/// All claims of the runs in their order. Each has its source, its verdict_word() and its numbers:
///   - the difference (ratio, exponent, value) with its interval
///   - p by the claim's test and by the corrected test
///   - the number of pairs
///   - the power of the test if nothing was decided
/// A claim with many cells shows the first few that are not reproduced. The first line of the table
/// counts the verdicts. Empty if no run has a claim.
std::string claims_table(std::span<const JudgedRun> runs, Index width = 100);

/// The same as CSV, one line for each cell. The columns are:
///   run, source, text, claim, form, test, alpha, verdict, exploratory,
///   cell, count, left_out, first, second, difference, standard_error,
///   low, high, confidence, statistic, p, effect_size, effect, power,
///   cell_verdict, note, unfinished, corrected_p, corrected_cell_verdict,
///   cell_word, corrected_verdict, word
/// New columns are added at the end.
///
/// `verdict` and `cell_verdict` are by `test`. `corrected_verdict` and `corrected_cell_verdict` are
/// by the corrected resampled t-test, or "none" without this test. The words are those of
/// verdict_word(). Numbers read back to the same double; "nan" stands for a number that is not
/// defined. A claim without cells has one line.
std::string claims_csv(std::span<const JudgedRun> runs);

}  // namespace costruct::experiments
