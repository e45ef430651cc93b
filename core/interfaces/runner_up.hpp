// Second interface: decoders that leave one output out.
#pragma once

#include <optional>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The best output and the best of the others; no runner-up where there is one output only.
struct TwoBest {
  Decoded best;
  std::optional<Decoded> runner_up;
};

/// The best output other than a given one.
class RunnerUpDecoder {
 public:
  virtual ~RunnerUpDecoder() = default;
  /// argmax over y_hat != y of f(y_hat); nullopt where y is the only output.
  virtual std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const = 0;
  /// The output other than y that most violates its constraint, and the violation:
  /// StructuredProblem:: most_violated() without y itself, so that the value may be negative.
  /// nullopt where y is the only output.
  virtual std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                                     Augmentation augmentation) const = 0;
  /// decode() and the runner_up() of what it finds, in one scoring of x.
  virtual TwoBest two_best(InputId x, ConstVectorRef w) const = 0;
};

}  // namespace costruct
