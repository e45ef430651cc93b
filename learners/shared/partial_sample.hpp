// Decodes examples that are labeled in part: finds the best output that agrees with what is known.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"

namespace costruct {

/// Whether `best` agrees with what is known of x. If it does not, no output of x agrees, so the
/// facts contradict each other or a constraint of the problem.
/// @param best  the output and the value that the problem of PartialOutputs::within() decoded
inline bool is_met(const PartialOutputs& problem, InputId x, const Known& known,
                   const Decoded& best) {
  constexpr double kRuledOutOrForbidden = -1e90;  // a score that no weights of learners give
  return best.value > kRuledOutOrForbidden && problem.allows(x, known, best.output);
}

/// Whether some output of x agrees with what is known of it. Cost: a decoding.
/// @param within  the problem within what is known
/// @param w       any weights of ordinary size, for example zeros; the answer does not depend on
///                them
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

  /// PartialOutputs::allows() of the problem. Call it only if `examples` was not empty.
  bool allows(InputId x, const Known& known, const Output& y) const {
    return partial_->allows(x, known, y);
  }
  /// The problem from PartialOutputs::within(), which decodes only outputs that agree with what is
  /// known. Call it only if `examples` was not empty.
  const StructuredProblem& within() const { return *within_; }

 private:
  const PartialOutputs* partial_ = nullptr;
  std::unique_ptr<const StructuredProblem> within_;
};

}  // namespace costruct
