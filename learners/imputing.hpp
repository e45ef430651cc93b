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
///   w: of an averaged perceptron that learns what is known (shared/perceptron_view.hpp). If the
///      problem offers IndependentParts, it has no features that join parts, such as transitions
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
/// A learner that can begin where its last fit ended (RefittingLearner) does so. Its objective then
/// falls at any value of its option `gap`. If a fit does not lower the objective, the previous fit
/// is returned. With greedy decoding this can happen: the objective is then an estimate or a bound.
///
/// A sample without partly labeled examples is fitted by the learner as it is. Throws ConfigError
/// in fit() if the option `shards` is set and there are such examples.
LearnerEntry with_imputing(LearnerEntry entry);

}  // namespace costruct
