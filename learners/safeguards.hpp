// The option `guard` and the warnings, which protect users from unlabeled inputs that do harm.
#pragma once

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// Completes the entry of a learner that can use unlabeled inputs and has a twin (twin.hpp). Other
/// entries stay as they are. Both safeguards act only on fits with unlabeled inputs that have a
/// weight.
///
/// The option guard = folds compares the learner with its twin. The labeled examples are dealt into
/// kGuardFolds folds, those of equal outputs in turn. Both learners are fitted without each fold,
/// the learner to all unlabeled inputs as well, and predict it. The twin is returned if the sum of
/// its losses is smaller, else the learner. With fewer labeled examples than kFewestToGuard the
/// folds tell too little: then the twin is returned. FitReport::notes says what was returned and
/// why. The cost is that of kGuardFolds further fits of the learner and of the twin.
///
/// FitReport::warnings gets the findings of warn_of_harm() where the unlabeled inputs are at least
/// as many as the labeled examples and the twin can be fitted. The cost is that of the twin, of the
/// problem in one view, and of two decodings per input.
LearnerEntry with_safeguards(LearnerEntry entry);

inline constexpr Index kGuardFolds = 5;
inline constexpr Index kFewestToGuard = 10;

/// The predictions of a fit for a sample.
struct Predictions {
  std::vector<Output> labeled, unlabeled;
};

/// Returns the reasons to suspect that the unlabeled inputs did harm, without advice.
///
/// - Overruled: the twin predicts a labeled example without loss, and the learner does not. There
///   are at least two such examples, and they are at least a tenth of all.
/// - Shares, for problems with LabelOffsets: a label's share of the predicted unlabeled parts is at
///   least twice or at most half of its share of the labeled parts. They differ by at least
///   kFarShare standard errors. The standard error is that of two shares with equal expectation.
///   The expectation is estimated by all parts, and one part more of this label and one of others.
/// - Far from the twin, for problems with LabelOffsets: the learner and its twin differ on a share
///   of at least kFarFromTwin of the unlabeled parts.
/// - No parse, for other problems: at least half of the unlabeled inputs get an output without
///   parts.
/// @param problem    gives the losses, and the names of labels if it offers LabelOffsets
/// @param twin_name  for the texts
std::vector<std::string> warn_of_harm(const StructuredProblem& problem, const Sample& sample,
                                      const Predictions& learner, const Predictions& twin,
                                      const std::string& twin_name);

inline constexpr double kFarShare = 5;
inline constexpr double kFarFromTwin = 0.5;

}  // namespace costruct
