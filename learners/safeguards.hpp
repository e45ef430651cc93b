// The option `guard` and the warnings, which protect users from unlabeled inputs that do harm.
#pragma once

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// Completes the entry of a learner that can use unlabeled inputs and has a twin (twin.hpp). Other
/// entries stay as they are. Both safeguards act only on fits with unlabeled inputs of positive
/// weight.
///
/// The option guard = folds compares the learner with its twin by cross-validation. The labeled
/// examples are divided into kGuardFolds folds, each with nearly equal shares of each output. Both
/// learners are fitted without a fold and predict it; the learner also uses all unlabeled inputs.
/// The twin is returned if the sum of its losses is smaller, else the learner. With fewer labeled
/// examples than kFewestToGuard the twin is returned, because the folds then tell too little.
/// FitReport::notes says what was returned and why. The cost is that of kGuardFolds further fits of
/// the learner and of the twin.
///
/// FitReport::warnings gets the findings of warn_of_harm(), with advice. This needs at least as
/// many unlabeled inputs as labeled examples, and a twin that can be fitted. The cost is that of
/// the twin, of the problem in one view, and of two decodings for each input.
LearnerEntry with_safeguards(LearnerEntry entry);

inline constexpr Index kGuardFolds = 5;
inline constexpr Index kFewestToGuard = 10;

/// The predictions of a fit for the labeled and the unlabeled inputs of a sample, in their order.
struct Predictions {
  std::vector<Output> labeled, unlabeled;
};

/// Returns the reasons to suspect that the unlabeled inputs did harm, without advice.
///
/// - Labeled examples become wrong: the twin predicts a labeled example without loss, and the
///   learner does not. There are at least two such examples, and they are at least a tenth of all.
/// - Shares of labels, for problems with LabelOffsets: a label's share of the predicted unlabeled
///   parts is at least twice or at most half of its share of the labeled parts. Also, the two
///   shares differ by at least kFarShare standard errors of their difference, under the hypothesis
///   that both have the same expectation. That is estimated from all parts, with one part added
///   for this label and one for the other labels.
/// - Distance from the twin, for problems with LabelOffsets: the learner and its twin differ on at
///   least the share kFarFromTwin of the unlabeled parts.
/// - No parse, for other problems: at least half of the unlabeled inputs get an output without
///   parts.
/// @param problem    gives the losses, and the names of labels if it offers LabelOffsets
/// @param twin_name  the name of the twin in the returned texts
std::vector<std::string> warn_of_harm(const StructuredProblem& problem, const Sample& sample,
                                      const Predictions& learner, const Predictions& twin,
                                      const std::string& twin_name);

inline constexpr double kFarShare = 5;
inline constexpr double kFarFromTwin = 0.5;

}  // namespace costruct
