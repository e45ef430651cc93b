// Optional interface of a problem: bounds of the violations that its decoder may have missed.
#pragma once

#include <optional>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The violation that loss_augmented_decode() finds, and an upper bound of all violations. If they
/// are equal up to rounding, the decoder has certainly found the maximum.
struct BoundedViolation {
  double found = 0, bound = 0;
};

/// Offered by problems whose decoders are greedy and can bound their distance from the maximum, for
/// example by linear programming.
///
/// With bounds in place of violations, the primal value of the structural SVM is at least the true
/// one. A gap that is computed from it is therefore a certificate.
class ViolationBounds {
 public:
  virtual ~ViolationBounds() = default;
  /// Returns the violation of the output that the decoder finds, and an upper bound of those of all
  /// outputs y_hat. Returns nullopt if there is no bound for this augmentation. With margin
  /// rescaling and slack_norm 1, a violation is loss(x, y, y_hat) + f(y_hat) - f(y). See
  /// StructuredProblem::most_violated() for the others.
  virtual std::optional<BoundedViolation> bounded_violation(InputId x, const Output& y,
                                                            ConstVectorRef w,
                                                            Augmentation augmentation) const = 0;
  /// An upper bound of the scores f of all outputs. It is the score of decode(), up to rounding, if
  /// that is certified to be the maximum.
  virtual double score_bound(InputId x, ConstVectorRef w) const = 0;
};

}  // namespace costruct
