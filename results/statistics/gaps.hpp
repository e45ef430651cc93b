// Summarizes the duality gaps of a run's fits. A gap is a certificate, or an estimate if decoding
// was greedy.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"

namespace costruct::experiments {

/// The relative duality gaps of a learner in its finished cells.
struct LearnerGaps {
  std::string learner;
  Index cells = 0;      ///< cells that have a gap
  Index converged = 0;  ///< cells of these that converged
  Index estimates = 0;  ///< cells of these whose gap is an estimate
  double largest = 0;
};

/// The gaps of each learner that has any, in the order of the config.
std::vector<LearnerGaps> gaps_of(const RunResults& results);

/// "estimate: decoding is greedy", "estimate in 3 of 12 cells: ..."; "" if all gaps are
/// certificates.
std::string estimate_text(const LearnerGaps& gaps);

/// "gap at most 0.00098", followed by estimate_text().
std::string gap_text(const LearnerGaps& gaps);

}  // namespace costruct::experiments
