// Losses of label sequences, computed from labelings or from counts.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/decode/chains/chain.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The losses of the problem `sequence`. sequence_loss() defines them.
enum class SequenceLoss { kZeroOne, kHamming, kHammingNormalized, kF1Micro, kF1Macro, kCostMatrix };

/// The names of the losses, in the order of SequenceLoss.
inline const std::vector<std::string>& sequence_loss_names() {
  static const std::vector<std::string> names = {"zero_one", "hamming",  "hamming_normalized",
                                                 "f1_micro", "f1_macro", "cost_matrix"};
  return names;
}

/// Returns the F1 loss 1 - 2 hits / (predicted + truth) of counts. If both are 0, the loss is 0
/// (Brefeld 2008, eq. 3.27, with the counts pooled over labels).
/// @param hits       number of positions where both have the same counted label
/// @param predicted  number of positions with a counted label in the prediction
/// @param truth      number of positions with a counted label in the reference
double f1_loss(Index hits, Index predicted, Index truth);

/// Whether the loss has a form that counts known labels only, see PartialOutputs::counting().
inline bool counts_known_labels(SequenceLoss loss) {
  return loss == SequenceLoss::kZeroOne || loss == SequenceLoss::kHamming ||
         loss == SequenceLoss::kHammingNormalized;
}

/// Returns the loss of predicting y_hat if y is true. `wrong` has y, and says which labels are
/// wrong (chain.hpp). Both labelings have the same length. F1 losses need wrong labels that are not
/// partial().
///   zero_one            1 if y_hat has a wrong label
///   hamming             the number of positions with a wrong label
///   hamming_normalized  the share of those positions; 0 for the empty sequence
///   f1_micro            f1_loss of the counts over all positions, labels other than `outside`
///   f1_macro            the mean of f1_loss over the labels other than `outside` that occur in y
///                       or y_hat; 0 if none occurs
///   cost_matrix         the sum of the costs of all positions; `wrong` has the costs
/// @param outside  the label that does not count for F1, or -1
double sequence_loss(SequenceLoss loss, const WrongLabels& wrong, const Output& y_hat, int outside);

}  // namespace costruct
