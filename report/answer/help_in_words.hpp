// Says in words whether unlabeled examples help.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/wording.hpp"
#include "costruct/results/statistics/unlabeled/unlabeled_gains.hpp"

namespace costruct::experiments {

/// The comparisons of one learner with one kind of reference, by labeled size.
struct Helped {
  std::vector<const UnlabeledGain*> better, worse, all;
  std::size_t untested = 0;

  bool is_tested() const { return untested < all.size(); }
  bool is_shown() const { return !better.empty() || !worse.empty(); }
};

/// A learner that uses unlabeled examples, compared with its supervised twin and with the best
/// learner without unlabeled examples.
struct HelpedLearner {
  std::string learner;
  Helped twin, best;
  /// Both comparisons are the same and are in `best` and `twin` alike.
  bool twin_is_best = false;

  bool is_compared() const { return !twin.all.empty() || !best.all.empty(); }
  bool is_tested() const { return twin.is_tested() || best.is_tested(); }
  bool is_shown() const { return twin.is_shown() || best.is_shown(); }
};

/// The learners that use unlabeled examples in some cell, in the order of the run.
std::vector<HelpedLearner> helped_learners(const RunResults& results,
                                           const std::vector<UnlabeledGain>& twins,
                                           const std::vector<UnlabeledGain>& best);

/// One sentence over all learners: which of them unlabeled examples help, and at how many labeled
/// sizes. It says "Yes" only if the run has the learner's supervised twin.
std::string help_headline(const std::vector<HelpedLearner>& learners, const Wording& wording);

/// The line of one learner: its comparisons with both references.
std::string help_line(const HelpedLearner& learner, const Wording& wording);

}  // namespace costruct::experiments
