// Two runs side by side: the same cells of both, paired where their splits agree.
#pragma once

#include <string>
#include <vector>

#include "costruct/results/statistics/run_results.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {

/// A metric of one learner at one pair of sizes in two runs.
struct CellComparison {
  std::string metric, learner;
  Index labeled = 0, unlabeled = 0;
  /// Repetitions that both finished on the same split, and the paired differences second - first
  /// over them.
  Index paired = 0;
  MeanAndError difference;
  /// Over these pairs; where there is none, over all finished repetitions of each.
  MeanAndError first, second;
  /// Two-sided, by RunComparison::test; NaN where that has too few pairs, and where both are the
  /// same.
  double p = CellResult::kNone;
  bool same = false;   ///< are_the_same(): both runs hold the same models, so that no test is made
  Index left_out = 0;  ///< repetitions of either run that are no pair
  Index other_splits =
      0;  ///< repetitions that both finished on the same data, but different examples
};

/// What two runs have in common and what only one of them has.
struct RunComparison {
  std::string test;                   ///< default_test() of the first run's protocol
  std::vector<CellComparison> cells;  ///< by metric, learner and sizes, as in the first run
  std::vector<std::string> notes;  ///< what only one run has, other data, gaps that are estimates
  /// Whether the runs read the same data. A split's hash covers the numbers of its examples, not
  /// what they are, so nothing is paired where this is false.
  bool same_data = true;
};

/// Whether the checksums of provenance.data agree in their order (or neither run has any) and
/// config.data agrees, but for the paths of the files.
bool have_same_data(const RunResults& first, const RunResults& second);

/// Compares the learners of the same name at the same sizes, in all metrics that both runs report.
RunComparison compare_runs(const RunResults& first, const RunResults& second);

/// The comparison as a table for the terminal; the names are those of the folders.
std::string comparison_table(const RunComparison& comparison, const std::string& first,
                             const std::string& second);

}  // namespace costruct::experiments
