// Who gains from unlabeled examples: each learner that sees them against the best that does
// without.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/significance.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/unlabeled/unlabeled_worth.hpp"

namespace costruct::experiments {

/// A learner at a labeled size and the largest unlabeled one that it has there.
struct UnlabeledGain {
  Comparison comparison;  ///< with `reference`, the best without unlabeled examples, at the same
                          ///< labeled size
  /// Over the draws that are compared; where there are none, over those that each has.
  double mean = 0, reference_mean = 0;
  bool better = false;  ///< the difference that was tested has the better sign
  std::optional<UnlabeledWorth>
      worth;  ///< against the curve of the reference; where it has two points

  bool is_tested() const { return !std::isnan(comparison.p_holm); }
  bool is_shown() const { return comparison.p_holm < kAnswerLevel && comparison.difference != 0; }
};

/// Two cells that have the metric, compared; p_holm is left open.
UnlabeledGain gain_of(const RunResults& results, const std::vector<CellGroup>& groups,
                      const CellGroup& group, const CellGroup& reference, const std::string& metric,
                      const std::string& test);

/// Holm's p over all of them.
void correct_by_holm(std::vector<UnlabeledGain>& gains);

/// A row for each learner that sees unlabeled examples (not in RunResults::supervised) at each
/// labeled size where it has a result with some, by learner and size. The reference is the learner
/// with the best mean of all cells without unlabeled examples at that labeled size: supervised
/// learners, and others at 0 unlabeled ones; where the unlabeled examples are scored, learners
/// without_unlabeled at the same size. As it is chosen by what it is compared by, it is favoured.
/// Repetitions are paired; p_holm is over all rows. The test is the first of results.tests, or the
/// protocol's default_test(). Empty where no cell, or every cell, has unlabeled examples.
std::vector<UnlabeledGain> unlabeled_gains(const RunResults& results, const std::string& metric);

/// Of the gains of one learner, by size, the one in the middle whose worth tells something; null:
/// none.
const UnlabeledGain* most_telling(const std::vector<const UnlabeledGain*>& gains);

}  // namespace costruct::experiments
