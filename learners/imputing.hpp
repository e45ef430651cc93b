// Fits learners to examples that are labeled in part, by imputing what is hidden.
#pragma once

#include "costruct/learners/learner_entry.hpp"

namespace costruct {

/// A clause for describe: how such a learner treats examples that are labeled in part.
inline constexpr const char* kImputes =
    "imputes the hidden parts and is fitted again, until they stay as they are";

/// Returns the entry of a learner that also takes examples that are labeled in part, where the
/// learner itself takes none (LearnerEntry::partial_examples is empty):
///
///   w: of an averaged perceptron, which learns what is known; without features that join parts,
///      if the problem offers this (IndependentParts)
///   repeat up to 10 times:
///     y_i = argmax <w, Phi(x_i, .)> over the allowed outputs, for each such example i
///     fit w to the labeled examples and (x_i, y_i), with a loss that counts what is known of x_i
///   until no y_i changes
///
/// The argmax is that of the problem with which the fit predicts. If the learner is convex and has
/// such a loss, its objective, minimised over the hidden parts too, falls with every repetition.
/// This is the concave-convex procedure (Yu & Joachims 2009). The objective is not convex in both.
/// So the report has the objective of the last fit without its dual and gap. If the problem has no
/// loss that counts what is known (PartialOutputs::counting), the loss counts all parts.
///
/// A learner that can begin where its last fit ended (RefittingLearner) does so, and its objective
/// falls at any gap. If decoding is greedy, the objective is an estimate or a bound. If that does
/// not fall, the fit before is returned.
///
/// Samples without such examples are fitted as they are.
LearnerEntry with_imputing(LearnerEntry entry);

}  // namespace costruct
