// What the duality gaps of a run's fits are worth: certificates, or estimates where decoding was
// greedy.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// The relative duality gaps of a learner in its finished cells.
struct LearnerGaps {
  std::string learner;
  Index cells = 0;      ///< those that have a gap
  Index converged = 0;  ///< of them
  Index estimates = 0;  ///< of them, those whose gap is no certificate
  double largest = 0;
};

/// By learner as in the config; of those that have gaps.
std::vector<LearnerGaps> gaps_of(const RunResults& results);

/// "estimate: decoding is greedy", "estimate in 3 of 12 cells: ..."; "" where all gaps are
/// certificates.
std::string estimate_text(const LearnerGaps& gaps);

/// "gap at most 0.00098", with what estimate_text() says.
std::string gap_text(const LearnerGaps& gaps);

}  // namespace costruct::experiments
