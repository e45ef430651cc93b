#include "costruct/problems/sequence_loss.hpp"

#include <map>

namespace costruct {
namespace {

struct Counts {
  Index hits = 0, predicted = 0, truth = 0;
};

Index hamming_distance(const WrongLabels& wrong, const Output& y_hat) {
  const std::vector<int>& labels = wrong.y().parts;
  Index distance = 0;
  for (std::size_t t = 0; t < labels.size(); ++t) distance += labels[t] != y_hat.parts[t];
  if (distance == 0 || !wrong.partial()) return distance;
  distance = 0;
  for (Index t = 0; t < wrong.length(); ++t) distance += wrong(t, y_hat.parts[t]);
  return distance;
}

std::map<int, Counts> count_labels(const Output& y, const Output& y_hat, int outside) {
  std::map<int, Counts> counts;
  for (std::size_t t = 0; t < y.parts.size(); ++t) {
    if (y.parts[t] != outside) ++counts[y.parts[t]].truth;
    if (y_hat.parts[t] != outside) ++counts[y_hat.parts[t]].predicted;
    if (y.parts[t] == y_hat.parts[t] && y.parts[t] != outside) ++counts[y.parts[t]].hits;
  }
  return counts;
}

}  // namespace

double f1_loss(Index hits, Index predicted, Index truth) {
  if (predicted + truth == 0) return 0;
  return 1.0 - 2.0 * static_cast<double>(hits) / static_cast<double>(predicted + truth);
}

double sequence_loss(SequenceLoss loss, const WrongLabels& wrong, const Output& y_hat,
                     int outside) {
  const Output& y = wrong.y();
  switch (loss) {
    case SequenceLoss::kZeroOne:
      return hamming_distance(wrong, y_hat) == 0 ? 0.0 : 1.0;
    case SequenceLoss::kHamming:
      return static_cast<double>(hamming_distance(wrong, y_hat));
    case SequenceLoss::kHammingNormalized:
      if (y.parts.empty()) return 0;
      return static_cast<double>(hamming_distance(wrong, y_hat)) /
             static_cast<double>(y.parts.size());
    case SequenceLoss::kF1Micro: {
      Counts all;
      for (const auto& [label, counts] : count_labels(y, y_hat, outside)) {
        all.hits += counts.hits;
        all.predicted += counts.predicted;
        all.truth += counts.truth;
      }
      return f1_loss(all.hits, all.predicted, all.truth);
    }
    case SequenceLoss::kF1Macro: {
      const auto counts = count_labels(y, y_hat, outside);
      if (counts.empty()) return 0;
      double sum = 0;
      for (const auto& [label, of] : counts) sum += f1_loss(of.hits, of.predicted, of.truth);
      return sum / static_cast<double>(counts.size());
    }
    case SequenceLoss::kCostMatrix:
      return wrong.cost(y_hat);
  }
  return 0;
}

}  // namespace costruct
