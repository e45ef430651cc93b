// A problem with another loss: a wrapper of any problem that can list its best outputs.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "costruct/core/structured_problem.hpp"
#include "costruct/core/views.hpp"

namespace costruct {

/// A loss between two outputs, a finite number >= 0. It is called only for different outputs; equal
/// ones have the loss 0.
using OutputLoss = std::function<double(const Output& y, const Output& y_hat)>;

/// How many of the best outputs the loss-augmented decoder looks at.
inline constexpr Index kOwnLossCandidates = 64;

/// Returns the same problem with another loss. It has the outputs, scores and decoders of
/// `problem`, and offers the optional interfaces that do not depend on the loss.
///
/// No decoder knows the loss. Loss-augmented decoding therefore looks at y and at the
/// kOwnLossCandidates best outputs. It also looks at the output that most violates a constraint of
/// the loss of `problem`, if `problem` can find it. It is greedy: a gap computed with it is an
/// estimate.
///
/// Cost of a loss-augmented decoding: one k_best(), one most_violated_other() of `problem`, and at
/// most kOwnLossCandidates + 1 calls of the loss.
/// @param name  of the loss, for messages
/// Throws ConfigError if `problem` does not offer RunnerUpDecoder and KBestDecoder. loss() and the
/// loss-augmented decoders of the result throw ConfigError if `loss` returns a number that is
/// negative or not finite.
std::shared_ptr<const StructuredProblem> with_own_loss(
    std::shared_ptr<const StructuredProblem> problem, const std::string& name, OutputLoss loss);

}  // namespace costruct
