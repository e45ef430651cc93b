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

/// Offered by problems that can find the best output other than a given one.
class RunnerUpDecoder {
 public:
  virtual ~RunnerUpDecoder() = default;
  /// argmax over y_hat != y of f(y_hat); nullopt where y is the only output.
  virtual std::optional<Decoded> runner_up(InputId x, const Output& y, ConstVectorRef w) const = 0;
  /// The output other than y that most violates its constraint, and the violation; nullopt where y
  /// is the only output. As StructuredProblem::most_violated() but without y itself, so the
  /// violation may be negative.
  virtual std::optional<Decoded> most_violated_other(InputId x, const Output& y, ConstVectorRef w,
                                                     Augmentation augmentation) const = 0;
  /// The output of decode() and its runner_up(), with one scoring of x.
  virtual TwoBest two_best(InputId x, ConstVectorRef w) const = 0;
};

}  // namespace costruct
