// Optional interface of a problem: decoders that exclude one output.
#pragma once

#include <optional>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The best output, and the best of all other outputs ("runner-up"). The runner-up is nullopt if
/// there is only one output.
struct TwoBest {
  Decoded best;
  std::optional<Decoded> runner_up;
};

/// Offered by problems that can find the best output other than a given one. Below, f(y) is the
/// score <w, Phi(x, y)>. Ties are resolved as in StructuredProblem, whose decoding_exactness() also
/// states whether results are maxima.
class RunnerUpDecoder {
 public:
  virtual ~RunnerUpDecoder() = default;
  /// Returns the output with the highest score f among those other than y, and the score. Returns
  /// nullopt if y is the only output.
  virtual std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const = 0;
  /// Returns the output other than y that most violates its constraint, and the violation. Returns
  /// nullopt if y is the only output that has a constraint. StructuredProblem::most_violated() also
  /// considers y itself. The violation here may therefore be negative.
  virtual std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                                     Augmentation augmentation) const = 0;
  /// Returns the results of decode() and of runner_up() for the best output. Computes the scores of
  /// x only once.
  virtual TwoBest two_best(InputId x, ConstVectorRef w) const = 0;
};

}  // namespace costruct
