// Loss-augmented decoding of label sequences from a score table of any order.
//   zero_one loss                             by the runner-up
//   Hamming losses, margin rescaling, r = 1   inside Viterbi
//   cost_matrix, margin rescaling, r = 1      inside Viterbi; it has no other decoder here
//   other losses                              by the best labeling for each value of the loss
// f1_macro depends on the counts of every label separately, and has no exact loss-augmented decoder
// here.
//
// The template parameter `Scores` is ChainScores, or HigherOrderScores for transitions of order 2
// and above.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/decode/chains/chain.hpp"
#include "costruct/core/decode/chains/higher_order_chain.hpp"
#include "costruct/core/interfaces/runner_up.hpp"
#include "costruct/problems/allowed_transitions.hpp"
#include "costruct/problems/known_labels.hpp"
#include "costruct/problems/sequence_loss.hpp"

namespace costruct {

/// Whether the augmented loss is a sum over positions, so that Viterbi can decode it.
inline bool decomposes(SequenceLoss loss, Augmentation augmentation) {
  return augmentation.rescaling == Rescaling::kMargin && augmentation.slack_norm == 1 &&
         (loss == SequenceLoss::kHamming || loss == SequenceLoss::kHammingNormalized ||
          loss == SequenceLoss::kCostMatrix);
}

/// See StructuredProblem::loss_augmentation_unavailable(). `longest` is the number of tokens of the
/// longest sequence. `states` is the number of states of the decoder: K^p for K labels and
/// transitions of order p.
inline std::optional<std::string> sequence_augmentation_unavailable(SequenceLoss loss,
                                                                    Augmentation augmentation,
                                                                    Index longest, Index states) {
  constexpr double kLargestTableBytes = 1024.0 * 1024.0 * 1024.0;
  if (loss == SequenceLoss::kF1Macro) {
    return "loss f1_macro depends on the counts of every label, and has no exact loss-augmented "
           "decoder";
  }
  if (loss == SequenceLoss::kZeroOne || decomposes(loss, augmentation)) return std::nullopt;
  if (loss == SequenceLoss::kCostMatrix) {
    return "a loss with costs of labels has an exact loss-augmented decoder for margin rescaling "
           "with slacks of norm 1 alone";
  }
  const Index counted = loss == SequenceLoss::kF1Micro ? longest : 0;
  if (per_counts_bytes(longest, states, counted) <= kLargestTableBytes) return std::nullopt;
  return "its exact decoder for this loss would need more than 1 GiB for the longest sequence (" +
         std::to_string(longest) + " tokens): set data.max_length";
}

/// Adds a loss that is a sum over positions to the scores, for margin rescaling with r = 1. For
/// hamming_normalized the scores become T (loss + f), because 1/T for each wrong label would not be
/// exact. Then equal labelings would differ in the last bit, and ties would break. Returns the
/// factor, T or 1.
template <class Scores>
double add_sum_of_losses(Scores& scores, const WrongLabels& wrong, SequenceLoss loss) {
  const Index T = scores.length();
  const double scale =
      loss == SequenceLoss::kHammingNormalized && T > 0 ? static_cast<double>(T) : 1.0;
  const auto add_row = [&](double* node, const auto& loss_of) {
    for (Index k = 0; k < scores.labels(); ++k) node[k] = scale * node[k] + loss_of(k);
  };
  thread_local Vector losses;
  losses.resize(scores.labels());
  for (Index t = 0; t < T; ++t) {
    if (wrong.partial() || wrong.has_costs()) {
      wrong.fill(t, losses);
      add_row(scores.node(t), [](Index k) { return losses[k]; });
    } else {
      add_row(scores.node(t), [y_t = wrong.y().parts[t]](Index k) { return k == y_t ? 0.0 : 1.0; });
    }
  }
  if (scale != 1) scores.scale_edges(scale);
  return scale;
}

/// Return the scores of labels and of first-order transitions.
inline ChainScores& first_order_of(ChainScores& scores) {
  return scores;
}
inline ChainScores& first_order_of(HigherOrderScores& scores) {
  return scores.first_order();
}

/// Sets all scores to 0, except those of what is forbidden or ruled out.
template <class Scores>
void keep_only_forbidden(Scores& scores) {
  ChainScores& first = first_order_of(scores);
  const Index K = scores.labels();
  const auto kept = [](double score) { return AllowedTransitions::forbids(score) ? score : 0.0; };
  Vector edges;
  for (Index p = 0; p < K; ++p)
    std::transform(first.edge(p), first.edge(p) + K, std::back_inserter(edges), kept);
  scores.scale_edges(0);
  for (Index p = 0; p < K; ++p) std::copy_n(edges.begin() + p * K, K, first.edge(p));
  for (Index t = 0; t < scores.length(); ++t)
    std::transform(first.node(t), first.node(t) + K, first.node(t), kept);
}

/// Offers the best labelings with a wrong label, for a loss that is 1 for all of them. For each
/// position it offers the best one among those that have a wrong label there.
template <class Scores>
void offer_wrong(Scores& scores, const WrongLabels& wrong, AugmentedBest& best) {
  const Index K = scores.labels();
  for (Index t = 0; t < scores.length(); ++t) {
    const Vector row(scores.node(t), scores.node(t) + K);
    Index right = 0;
    for (Index k = 0; k < K; ++k) {
      if (wrong(t, k)) continue;
      scores.node(t)[k] += kRuledOut;
      ++right;
    }
    if (right < K) best.offer(1, viterbi(scores));
    std::ranges::copy(row, scores.node(t));
  }
}

/// Offers the labeling other than y that has the highest augmented value among those without wrong
/// labels. It offers none if there is none. It changes the scores.
template <class Scores>
void offer_right(Scores& scores, const WrongLabels& wrong, Augmentation augmentation,
                 AugmentedBest& best) {
  // For slack rescaling scores do not matter, because the loss is 0.
  if (augmentation.rescaling == Rescaling::kSlack) keep_only_forbidden(scores);
  for (Index t = 0; t < scores.length(); ++t) {
    for (Index k = 0; k < scores.labels(); ++k) {
      if (wrong(t, k)) scores.node(t)[k] += kRuledOut;
    }
  }
  const auto other = AllowedTransitions::only_allowed(viterbi_runner_up(scores, wrong.y()));
  if (other) best.offer(0, *other);
}

/// Offers to `best` all outputs other than y that may be the best augmented one, for a loss that is
/// not a sum over positions. It changes the scores.
template <class Scores>
void offer_others(Scores& scores, const WrongLabels& wrong, SequenceLoss loss, int outside,
                  Augmentation augmentation, AugmentedBest& best) {
  const Output& y = wrong.y();
  switch (loss) {
    case SequenceLoss::kZeroOne:
      if (wrong.partial()) {
        offer_wrong(scores, wrong, best);
      } else if (const auto other = viterbi_runner_up(scores, y)) {
        best.offer(1, *other);
      }
      break;
    case SequenceLoss::kHamming:
    case SequenceLoss::kHammingNormalized:
      for (const auto& candidate : viterbi_per_hamming(scores, wrong)) {
        if (!candidate || candidate->output == y) continue;
        const double of_candidate = sequence_loss(loss, wrong, candidate->output, outside);
        if (of_candidate > 0) best.offer(of_candidate, *candidate);
      }
      break;
    case SequenceLoss::kF1Micro:
    case SequenceLoss::kF1Macro:
      for (const CountedDecoded& candidate : viterbi_per_counts(scores, y, outside)) {
        if (candidate.best.output == y) continue;
        best.offer(sequence_loss(loss, y, candidate.best.output, outside), candidate.best);
      }
      break;
    case SequenceLoss::kCostMatrix:  // decomposes, or is unavailable
      break;
  }
  if (wrong.partial()) offer_right(scores, wrong, augmentation, best);
}

/// See StructuredProblem::loss_augmented_decode(). It changes the scores.
/// @param wrong    the labels that the loss counts
/// @param outside  the label that does not count for F1, or -1
template <class Scores>
Decoded loss_augmented_sequence(Scores& scores, const WrongLabels& wrong, SequenceLoss loss,
                                int outside, Augmentation augmentation) {
  if (decomposes(loss, augmentation)) {
    const double scale = add_sum_of_losses(scores, wrong, loss);
    Decoded best = viterbi(scores);
    best.value /= scale;
    return best;
  }
  const double value_of_y = chain_value(scores, wrong.y());
  AugmentedBest best(value_of_y, augmentation);
  best.offer(0, {wrong.y(), value_of_y});
  offer_others(scores, wrong, loss, outside, augmentation, best);
  return best.best();
}

/// See RunnerUpDecoder::most_violated_other(). It changes the scores.
template <class Scores>
std::optional<Decoded> most_violated_other_sequence(Scores& scores, const WrongLabels& wrong,
                                                    SequenceLoss loss, int outside,
                                                    Augmentation augmentation) {
  const double value_of_y = chain_value(scores, wrong.y());
  if (decomposes(loss, augmentation)) {
    const double scale = add_sum_of_losses(scores, wrong, loss);
    std::optional<Decoded> other = viterbi_runner_up(scores, wrong.y());
    if (other) other->value = other->value / scale - value_of_y;
    return other;
  }
  AugmentedBest best(value_of_y, augmentation);
  offer_others(scores, wrong, loss, outside, augmentation, best);
  return best.violation();
}

}  // namespace costruct
