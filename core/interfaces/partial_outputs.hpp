// Optional interface of a problem: outputs of which something is known.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "costruct/core/known.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Offered by problems that decode within what is known.
class PartialOutputs {
 public:
  virtual ~PartialOutputs() = default;
  /// All facts with which each of these outputs agrees. If there is one output, no other output
  /// agrees with all of them. You may clear facts, so that less is known.
  /// @param outputs  at least one
  virtual Known known_of(InputId x, std::span<const Output> outputs) const = 0;
  /// Whether y agrees with what is known of x.
  virtual bool allows(InputId x, const Known& known, const Output& y) const = 0;
  /// The same problem over the same inputs, where each input has the allowed outputs alone. Its
  /// members and its other interfaces look at no other outputs. This includes the runner-up, the k
  /// best, the log-partition, the expected features, and constraints of loss-augmented decoding.
  /// Inputs without facts give the bits of this problem.
  ///
  /// An input of which facts contradict each other, or forbidden transitions, keeps outputs. They
  /// agree with the facts as far as possible.
  /// @param known  for each input
  virtual std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const = 0;
  /// The same problem with a loss that counts what is known of each input. It has the same outputs.
  /// For an allowed y, loss(x, y, y_hat) is at most the loss of this problem. It is 0 if y_hat is
  /// allowed, and above 0 if all allowed outputs have a loss against y_hat. It is the loss of this
  /// problem for inputs without facts, and for inputs of which all facts are known. Facts that the
  /// loss of a problem does not see do not count. In trees, these are the symbols of leaves, and
  /// brackets that are known to be absent.
  ///
  /// Null if the problem knows no such loss. Learners then compare with a complete output.
  /// The argument has what is known of each input.
  virtual std::unique_ptr<const StructuredProblem> counting(std::vector<Known> /*known*/) const {
    return nullptr;
  }
};

}  // namespace costruct
