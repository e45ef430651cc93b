// Compares two runs cell by cell. A cell is one learner at one pair of sizes in one repetition.
// Repetitions are paired if their splits agree.
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
  /// Repetitions that both runs finished on the same split. `difference` is the mean of the paired
  /// differences second - first over them.
  Index paired = 0;
  MeanAndError difference;
  /// Means over these pairs; without pairs, over all finished repetitions of each run.
  MeanAndError first, second;
  /// Two-sided, by RunComparison::test. NaN if the test has too few pairs, or if `same`.
  double p = CellResult::kNone;
  bool same = false;   ///< are_the_same(): both runs have the same models, and no test is made
  Index left_out = 0;  ///< repetitions of either run without a pair
  /// Repetitions that both runs finished on the same data, but on different examples.
  Index other_splits = 0;
};

/// The comparison of two runs: what they have in common, and what only one of them has.
struct RunComparison {
  std::string test;                   ///< default_test() of the protocol of the first run
  std::vector<CellComparison> cells;  ///< by metric, learner and sizes, as in the first run
  std::vector<std::string> notes;     ///< what only one run has, other data, estimated gaps
  /// Whether the runs read the same data. If not, nothing is paired: a split's hash covers the
  /// numbers of its examples and not their content.
  bool same_data = true;
};

/// Whether two runs read the same data. The checksums of the files in provenance.data must be equal
/// and in the same order; or both runs have none. config.data must agree except for the paths of
/// the files.
bool have_same_data(const RunResults& first, const RunResults& second);

/// Compares the learners of the same name at the same sizes, in all metrics that both runs report.
RunComparison compare_runs(const RunResults& first, const RunResults& second);

/// The comparison as a table for the terminal.
/// @param first, second  names of the folders of the two runs
std::string comparison_table(const RunComparison& comparison, const std::string& first,
                             const std::string& second);

}  // namespace costruct::experiments
