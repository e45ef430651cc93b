// Compares each learner that uses unlabeled examples with the best learner without them.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/significance.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/unlabeled/unlabeled_worth.hpp"

namespace costruct::experiments {

/// A learner at a labeled size and its largest unlabeled size there, compared with a reference. For
/// unlabeled_gains() the reference is the best learner without unlabeled examples, for twin_gains()
/// the supervised twin.
struct UnlabeledGain {
  Comparison comparison;  ///< of the learner with the reference
  /// Means over the draws that are compared; without such draws, over those that each learner has.
  double mean = 0, reference_mean = 0;
  bool better = false;  ///< the sign of the difference favours the learner
  /// Against the learning curve of the reference, if it has at least two points.
  std::optional<UnlabeledWorth> worth;

  /// is_tested(): the comparison has a test. is_shown(): its difference is significant.
  bool is_tested() const { return !std::isnan(comparison.p_holm); }
  bool is_shown() const { return comparison.p_holm < kAnswerLevel && comparison.difference != 0; }
};

/// Compares two groups of cells of the same labeled size that have the metric. p_holm is not set.
/// @param groups  group_cells(results), for the learning curve of the reference
/// @param test    one of paired_test_names()
UnlabeledGain gain_of(const RunResults& results, const std::vector<CellGroup>& groups,
                      const CellGroup& group, const CellGroup& reference, const std::string& metric,
                      const std::string& test);

/// Sets Holm's p over all of the gains.
void correct_by_holm(std::vector<UnlabeledGain>& gains);

/// Rows by learner and labeled size. There is a row for each learner that uses unlabeled examples
/// (is_given_unlabeled()) at each labeled size where it has a result with some of them, if there is
/// a reference.
///
/// The reference is the learner with the best mean of these cells at that labeled size:
///   - supervised learners, and other learners at 0 unlabeled examples
///   - if there are none, as when the unlabeled examples are scored: learners in
///     RunResults::without_unlabeled at the same sizes
/// This choice favours the reference, because it uses the same results as the comparison.
///
/// Repetitions are paired; p_holm is over all rows. The test is the first of results.tests, or the
/// protocol's default_test().
std::vector<UnlabeledGain> unlabeled_gains(const RunResults& results, const std::string& metric);

/// The middle one of the gains whose worth tells something (UnlabeledWorth::tells()); null if none
/// does.
/// @param gains  of one learner, by labeled size
const UnlabeledGain* most_telling(const std::vector<const UnlabeledGain*>& gains);

}  // namespace costruct::experiments
