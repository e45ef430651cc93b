// Says in words whether unlabeled examples help the learners of a run.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/wording.hpp"
#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// The comparisons of one learner with one kind of reference: its supervised twin, or the best
/// learner without unlabeled examples. The pointers are to the gains given to helped_learners().
struct Helped {
  /// The comparisons at ascending labeled sizes: those in which the learner is significantly
  /// better, those in which it is significantly worse, and all.
  std::vector<const UnlabeledGain*> better, worse, all;
  std::size_t untested = 0;  ///< number of comparisons in `all` without a test

  /// Whether at least one comparison has a test.
  bool is_tested() const { return untested < all.size(); }
  /// Whether at least one difference is significant.
  bool is_shown() const { return !better.empty() || !worse.empty(); }
};

/// A learner that uses unlabeled examples, compared with its supervised twin and with the best
/// learner without unlabeled examples.
struct HelpedLearner {
  std::string learner;
  /// The comparisons with the supervised twin, empty if the run does not have the twin, and with
  /// the best learner without unlabeled examples.
  Helped twin, best;
  /// The twin is the best learner without unlabeled examples at every labeled size. `twin` and
  /// `best` are then equal.
  bool twin_is_best = false;

  bool is_compared() const { return !twin.all.empty() || !best.all.empty(); }
  bool is_tested() const { return twin.is_tested() || best.is_tested(); }
  bool is_shown() const { return twin.is_shown() || best.is_shown(); }
};

/// Returns the learners that use unlabeled examples in some cell, in the order of the run, with
/// their comparisons. `twins` and `best` must outlive the result.
/// @param twins  twin_gains(): comparisons with supervised twins
/// @param best   unlabeled_gains(): comparisons with the best learner without unlabeled examples
std::vector<HelpedLearner> helped_learners(const RunResults& results,
                                           const std::vector<UnlabeledGain>& twins,
                                           const std::vector<UnlabeledGain>& best);

/// Returns one sentence about all learners: which of them unlabeled examples help, and at how many
/// labeled sizes. It begins with "Yes" only if the supervised twin of such a learner is in the run.
std::string help_headline(const std::vector<HelpedLearner>& learners, const Wording& wording);

/// Returns the line of one learner: its comparisons with both references, and how many labeled
/// examples its unlabeled ones are worth, if known. The learner must be compared with at least one
/// reference (is_compared()).
std::string help_line(const HelpedLearner& learner, const Wording& wording);

}  // namespace costruct::experiments
