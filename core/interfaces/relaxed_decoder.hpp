// Second interface: loss-augmented decoding over a relaxation of the outputs.
#pragma once

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// A relaxed output z in the terms of a constraint: all that a solver needs of it.
struct RelaxedOutput {
  SparseVector difference;  ///< Phi(x, y) - Phi(x, z)
  double loss = 0;          ///< Delta(y, z) >= 0
};

/// Decoding over a set that contains all outputs and more, such as the fractional points of a
/// linear program. Solvers then train on constraints of relaxed outputs (Finley & Joachims 2008,
/// "Training structural SVMs when exact inference is intractable"): what they certify is the gap of
/// the relaxed problem, whose primal value is no less than the true one.
class RelaxedDecoder {
 public:
  virtual ~RelaxedDecoder() = default;
  /// The relaxed output that most violates its constraint. Maximises over all z, y among them,
  ///   margin rescaling:  loss^(1/r) - <w, difference>
  ///   slack rescaling:   loss^(1/r) * (1 - <w, difference>)
  /// so that the value it attains is no less than the maximum over outputs. Asked only where
  /// loss_augmentation_unavailable(augmentation) is empty.
  virtual RelaxedOutput most_violated_relaxed(InputId x, const Output& y, ConstVectorRef w,
                                              Augmentation augmentation) const = 0;
};

}  // namespace costruct
