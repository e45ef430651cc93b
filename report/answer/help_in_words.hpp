// Whether unlabeled examples help, in words.
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

/// A learner that sees unlabeled examples, against itself or its twin without, and against the best
/// without.
struct HelpedLearner {
  std::string learner;
  Helped twin, best;
  bool twin_is_best =
      false;  ///< both are the same comparisons, and stand in `best` and `twin` alike

  bool is_compared() const { return !twin.all.empty() || !best.all.empty(); }
  bool is_tested() const { return twin.is_tested() || best.is_tested(); }
  bool is_shown() const { return twin.is_shown() || best.is_shown(); }
};

/// The learners that see unlabeled examples in some cell, in the order of the run.
std::vector<HelpedLearner> helped_learners(const RunResults& results,
                                           const std::vector<UnlabeledGain>& twins,
                                           const std::vector<UnlabeledGain>& best);

/// One sentence over all learners: whom they help at how many labeled sizes. "Yes" only where the
/// run has what the learner is without them.
std::string help_headline(const std::vector<HelpedLearner>& learners, const Wording& wording);

/// A learner that is compared, with both references.
std::string help_line(const HelpedLearner& learner, const Wording& wording);

}  // namespace costruct::experiments
