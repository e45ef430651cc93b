// Writes the claims of runs with their verdicts, as a table for the terminal and as CSV.
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

/// Returns a summary with one line for each claim, for example
///     reproduced  (no corrected test) co-SVM has a lower error than the SVM
/// A line has the verdict_word(), the verdict_limits() in parentheses, and the text of the claim. A
/// claim without a text has its statement there. A line is cut to `width` columns.
///
/// The first line counts the verdicts, and the last one says how to get the numbers. If there are
/// several runs, the name of each stands above its claims. Limits that all claims of a run share
/// stand once, above its claims. The result is "" if no run has a claim.
std::string claims_lines(std::span<const JudgedRun> runs, Index width = 100);

/// Returns a table of at most about `width` columns, with all claims of the runs in their order.
/// Each claim has its source, its verdict_word(), its limits, its text and its numbers:
///   - the difference (ratio, exponent, value) with its interval
///   - p by the claim's test and by the corrected test
///   - the number of pairs
///   - the power of the test if nothing was decided
/// A claim with many cells shows the first few that are not reproduced. The first line counts the
/// verdicts. The result is "" if no run has a claim.
std::string claims_table(std::span<const JudgedRun> runs, Index width = 100);

/// Returns the same as CSV, one line for each cell. The columns are:
///   run, source, text, claim, form, test, alpha, verdict, exploratory,
///   cell, count, left_out, first, second, difference, standard_error,
///   low, high, confidence, statistic, p, effect_size, effect, power,
///   cell_verdict, note, unfinished, corrected_p, corrected_cell_verdict,
///   cell_word, corrected_verdict, word
/// New columns are added at the end.
///
/// The test in column `test` decides `verdict` and `cell_verdict`. The corrected resampled t-test
/// decides `corrected_verdict` and `corrected_cell_verdict`; without this test they are "none".
/// `word` and `cell_word` combine both verdicts, see verdict_word(). The other columns are members
/// of ClaimVerdict and ClaimCell.
///
/// Numbers read back to the same double; "nan" stands for a number that is not defined. A claim
/// without cells has one line. Without claims there is only the line of column names.
std::string claims_csv(std::span<const JudgedRun> runs);

}  // namespace costruct::experiments
