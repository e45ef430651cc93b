// Summarizes the relative duality gaps of the fits of a run, and the gaps of decodings. A duality
// gap is an upper bound of the distance to the optimum. If decoding was greedy, it is only an
// estimate.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// The relative duality gaps of a learner in its finished cells.
struct LearnerGaps {
  std::string learner;
  Index cells = 0;      ///< number of cells that have a gap
  Index converged = 0;  ///< number of these cells whose fit converged
  Index estimates = 0;  ///< number of these cells whose gap is an estimate
  double largest = 0;   ///< largest gap of these cells
};

/// Returns an entry for each learner that has a gap, in the order of the config. Failed cells do
/// not count.
std::vector<LearnerGaps> gaps_of(const RunResults& results);

/// The gaps of the scored predictions of a learner in its finished cells.
struct LearnerDecodings {
  std::string learner;
  DecodingGaps gaps;
};

/// Returns an entry for each learner whose decoding is not exact and knows a bound, in the order of
/// the config. Failed cells do not count.
std::vector<LearnerDecodings> decodings_of(const RunResults& results);

/// Returns "decoding exact for 12 of 30 inputs, at most 0.25 % below the best output (mean 0.1 %)".
std::string decodings_text(const DecodingGaps& gaps);

/// Returns "estimate: decoding is greedy" or "estimate in 3 of 12 cells: decoding is greedy there".
/// Returns "" if no gap is an estimate.
std::string estimate_text(const LearnerGaps& gaps);

/// Returns the largest gap, for example "gap at most 0.00098". If some gaps are estimates,
/// ", an " and estimate_text() follow.
std::string gap_text(const LearnerGaps& gaps);

}  // namespace costruct::experiments
