// Loss-augmented decoding for losses that do not add up over parts. A decoder finds the best output
// for each value of the loss, and the code here picks the one with the highest augmented value.
#pragma once

#include <cmath>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The augmented value of an output (see StructuredProblem::loss_augmented_decode()).
/// @param loss             the loss of the output
/// @param score            f of the output
/// @param reference_score  f of the reference
inline double augmented_value(double loss, double score, double reference_score,
                              Augmentation augmentation) {
  const double rooted = augmentation.slack_norm == 2 ? std::sqrt(loss) : loss;
  if (augmentation.rescaling == Rescaling::kMargin) return rooted + score;
  return loss == 0 ? 0.0 : rooted * (1.0 + score - reference_score);
}

/// Keeps the candidate with the highest augmented value; among ties the smallest output. The result
/// is exact if you offer, for every value of the loss, the best output (the smallest among ties).
class AugmentedBest {
 public:
  /// @param reference_score  f of the reference
  AugmentedBest(double reference_score, Augmentation augmentation)
      : reference_score_(reference_score), augmentation_(augmentation) {}

  /// Takes a candidate with this loss. Its value is its score f.
  void offer(double loss, const Decoded& candidate) {
    const double value = augmented_value(loss, candidate.value, reference_score_, augmentation_);
    const bool better =
        value > best_.value || (value == best_.value && candidate.output < best_.output);
    if (any_ && !better) return;
    any_ = true;
    best_ = Decoded{candidate.output, value};
  }
  /// The best candidate with its augmented value. You must have offered at least one.
  const Decoded& best() const { return best_; }
  /// The best candidate with its violation (see StructuredProblem::most_violated()); nullopt if you
  /// offered no candidate.
  std::optional<Decoded> violation() const {
    if (!any_) return std::nullopt;
    const double offset = augmentation_.rescaling == Rescaling::kMargin ? reference_score_ : 0.0;
    return Decoded{best_.output, best_.value - offset};
  }

 private:
  double reference_score_;
  Augmentation augmentation_;
  bool any_ = false;
  Decoded best_;
};

}  // namespace costruct
