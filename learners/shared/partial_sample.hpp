// The examples of a sample that are labeled in part, and the problem within what is known of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"

namespace costruct {

/// Whether the best output within what is known of x agrees with it. If not, no output does.
/// @param best  with its value; scores of outputs are far from those that rule out
inline bool is_met(const PartialOutputs& problem, InputId x, const Known& known,
                   const Decoded& best) {
  constexpr double kRuledOutOrForbidden = -1e90;  // a score that no weights of learners give
  return best.value > kRuledOutOrForbidden && problem.allows(x, known, best.output);
}

/// Whether some output of x agrees with what is known of it. Cost: a decoding.
/// @param within  the problem within what is known
/// @param w       weights of any output; see is_met()
inline bool can_be_met(const PartialOutputs& problem, const StructuredProblem& within, InputId x,
                       const Known& known, ConstVectorRef w) {
  return is_met(problem, x, known, within.decode(x, w));
}

/// Decodes within what is known of the partly labeled examples of a sample.
class PartialSample {
 public:
  /// Throws ConfigError if there are such examples, but the problem does not offer PartialOutputs.
  /// The problem must outlive this object.
  PartialSample(const StructuredProblem& problem, const std::vector<PartialExample>& examples,
                const std::string& learner) {
    if (examples.empty()) return;
    partial_ = offered<PartialOutputs>(problem);
    if (partial_ == nullptr)
      throw ConfigError("learner " + learner +
                        ": examples are labeled in part, which this problem does not take");
    within_ = partial_->within(facts_of_inputs(problem, examples));
  }

  /// The facts about each input of the problem; no facts for inputs without an example.
  static std::vector<Known> facts_of_inputs(const StructuredProblem& problem,
                                            const std::vector<PartialExample>& examples) {
    std::vector<Known> known(static_cast<std::size_t>(problem.num_inputs()));
    for (const PartialExample& example : examples)
      known[static_cast<std::size_t>(example.x)] = example.known;
    return known;
  }

  bool allows(InputId x, const Known& known, const Output& y) const {
    return partial_->allows(x, known, y);
  }
  /// The problem within what is known. There must be such an example.
  const StructuredProblem& within() const { return *within_; }

 private:
  const PartialOutputs* partial_ = nullptr;
  std::unique_ptr<const StructuredProblem> within_;
};

}  // namespace costruct
