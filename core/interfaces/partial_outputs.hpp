// Optional interface of a problem: outputs of which something is known.
#pragma once

#include <memory>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// What is known of the output of an input, as facts that the problem encodes. It stands for the
/// set of the outputs that agree with all facts. Without facts, nothing is known.
///
/// If outputs are a label for each part, there is a fact for each part: its possible labels,
/// ascending. A fact without labels says nothing of its part.
struct Known {
  std::vector<std::vector<int>> facts;
  bool empty() const { return facts.empty(); }
  friend bool operator==(const Known&, const Known&) = default;
};

/// Offered by problems that decode within what is known.
class PartialOutputs {
 public:
  virtual ~PartialOutputs() = default;
  /// Whether y agrees with what is known of x.
  virtual bool allows(InputId x, const Known& known, const Output& y) const = 0;
  /// The same problem over the same inputs, where each input has the allowed outputs alone. Its
  /// members and its other interfaces look at no others: the best one, the runner-up, the k best,
  /// the log-partition, the expected features, and constraints of loss-augmented decoding. Inputs
  /// without facts give the bits of this problem.
  ///
  /// An input of which facts contradict each other, or forbidden transitions, keeps outputs. They
  /// agree with the facts as far as possible.
  /// @param known  for each input
  virtual std::unique_ptr<const StructuredProblem> within(std::vector<Known> known) const = 0;
};

}  // namespace costruct
