// Optional interface of a problem: loss-augmented decoding over a relaxation of the outputs.
#pragma once

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// A relaxed output z, given by what a solver needs for its constraint.
struct RelaxedOutput {
  SparseVector difference;  ///< Phi(x, y) - Phi(x, z)
  double loss = 0;          ///< Delta(y, z) >= 0
  /// The share of the parts of z that are whole (not fractional), 0 to 1; 1 if z is an output.
  double whole_share = 1;
};

/// Offered by problems that decode over a set that contains all outputs and more, such as the
/// fractional points of a linear program.
///
/// Solvers can then train on constraints of relaxed outputs (Finley & Joachims 2008, "Training
/// structural SVMs when exact inference is intractable"). Their certificate is the gap of the
/// relaxed problem, whose primal value is at least the true one.
class RelaxedDecoder {
 public:
  virtual ~RelaxedDecoder() = default;
  /// The relaxed output that most violates its constraint: the maximum over all z, y included, of
  ///    margin rescaling:  loss^(1/r) - <w, difference>
  ///    slack rescaling:   loss^(1/r) * (1 - <w, difference>)
  /// The maximum is at least the maximum over outputs. Call it only where
  /// loss_augmentation_unavailable(augmentation) is nullopt.
  virtual RelaxedOutput most_violated_relaxed(InputId x, const Output& y, ConstVectorRef w,
                                              Augmentation augmentation) const = 0;
};

}  // namespace costruct
