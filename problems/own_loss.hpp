// A problem with another loss: a wrapper of any problem that can list its best outputs.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "costruct/core/structured_problem.hpp"
#include "costruct/core/views.hpp"

namespace costruct {

/// A loss between two outputs: a finite number from 0, and 0 for equal ones, which it is not asked
/// for.
using OutputLoss = std::function<double(const Output& y, const Output& y_hat)>;

/// How many of the best outputs the loss-augmented decoder looks at.
inline constexpr Index kOwnLossCandidates = 64;

/// The same problem with another loss. It has the outputs, scores and decoders of `problem`, and
/// offers the optional interfaces that do not depend on the loss.
///
/// No decoder knows the loss. Loss-augmented decoding therefore looks at y, at the
/// kOwnLossCandidates best outputs, and at the output that most violates a constraint of the loss
/// of `problem`. It is greedy: a gap computed with it is an estimate.
///
/// Cost: a k_best() and at most kOwnLossCandidates + 1 calls of the loss for each loss-augmented
/// decoding.
/// @param name  of the loss, for messages
/// Throws ConfigError if the problem does not offer the runner-up and the k best outputs. Its
/// decoders throw ConfigError if the loss is negative or not finite.
std::shared_ptr<const StructuredProblem> with_own_loss(
    std::shared_ptr<const StructuredProblem> problem, const std::string& name, OutputLoss loss);

}  // namespace costruct
