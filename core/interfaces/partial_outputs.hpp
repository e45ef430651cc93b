// Optional interface of a problem: outputs that are known in part. A fact is a piece of knowledge
// about the output of one input, for example the possible labels of one part; see core/known.hpp.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "costruct/core/known.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Offered by problems that can decode among the outputs that agree with known facts. Below, such
/// outputs are called allowed.
class PartialOutputs {
 public:
  virtual ~PartialOutputs() = default;
  /// All facts that hold for each of these outputs. If there is one output, no other output agrees
  /// with all of its facts. You may clear facts in the result, so that less is known.
  /// @param outputs  at least one
  virtual Known known_of(InputId x, std::span<const Output> outputs) const = 0;
  /// Whether y agrees with all facts in `known`, which are about x.
  virtual bool allows(InputId x, const Known& known, const Output& y) const = 0;
  /// The same problem over the same inputs, where each input has the allowed outputs alone. Its
  /// members and its other interfaces look at no other outputs. This includes the runner-up, the k
  /// best, the log-partition, the expected features, and constraints of loss-augmented decoding.
  /// For inputs without facts, all results have the bits of this problem.
  ///
  /// The facts of an input may allow no output, because they contradict each other or forbidden
  /// transitions. Such an input keeps the outputs that agree with the facts as far as possible.
  /// @param known  an entry for each input, in the order of the inputs
  virtual std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const = 0;
  /// The same problem with a loss that counts what is known of each input. It has the same outputs.
  /// For an allowed y, loss(x, y, y_hat) is at most the loss of this problem. It is 0 if y_hat is
  /// allowed, and above 0 if all allowed outputs have a loss against y_hat. It is the loss of this
  /// problem for inputs without facts, and for inputs of which all facts are known. Facts that the
  /// loss of a problem does not see do not count. In trees, these are the symbols of leaves, and
  /// brackets that are known to be absent.
  ///
  /// Null if the problem knows no such loss. Learners then compare with a complete output. `known`
  /// has an entry for each input, in the order of the inputs.
  virtual std::unique_ptr<const StructuredProblem> counting(std::vector<Known> /*known*/) const {
    return nullptr;
  }
};

}  // namespace costruct
