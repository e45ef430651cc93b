// The four ways in which a loss enters a constraint of a structural SVM, and their formula.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct::contract {

/// Margin and slack rescaling, each with slack norm r = 1 and r = 2.
inline const std::vector<Augmentation>& all_augmentations() {
  static const std::vector<Augmentation> all = {{Rescaling::kMargin, 1},
                                                {Rescaling::kMargin, 2},
                                                {Rescaling::kSlack, 1},
                                                {Rescaling::kSlack, 2}};
  return all;
}

/// The augmentation as text, for example "margin rescaling, r = 1".
inline std::string name_of(Augmentation augmentation) {
  return std::string(augmentation.rescaling == Rescaling::kMargin ? "margin" : "slack") +
         " rescaling, r = " + std::to_string(augmentation.slack_norm);
}

/// The value that StructuredProblem::loss_augmented_decode() maximises, for one output y_hat.
/// @param loss             loss(x, y, y_hat)
/// @param score            f(y_hat)
/// @param reference_score  f(y)
inline double reference_augmented(double loss, double score, double reference_score,
                                  Augmentation augmentation) {
  const double delta = augmentation.slack_norm == 2 ? std::sqrt(loss) : loss;
  if (augmentation.rescaling == Rescaling::kMargin) return delta + score;
  return loss == 0 ? 0 : delta * (1 + score - reference_score);
}

}  // namespace costruct::contract
