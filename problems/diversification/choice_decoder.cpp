#include "costruct/problems/diversification/choice_decoder.hpp"

#include <algorithm>
#include <vector>

namespace costruct::diversification {
namespace {

/// Whether a has the higher value, or among equal values the smaller choice.
bool is_better(const Decoded& a, const Decoded& b) {
  return a.value > b.value || (a.value == b.value && a.output < b.output);
}

CoverageObjective without_loss(CoverageObjective objective) {
  objective.loss = nullptr;
  return objective;
}

}  // namespace

Decoded ChoiceDecoder::best(const CoverageObjective& objective) const {
  if (decoder_ == Decoder::kExact) return *best_choice(objective, size_);
  Decoded greedy = greedy_choice(objective, size_);
  return decoder_ == Decoder::kGreedy ? greedy : after_exchanges(objective, std::move(greedy));
}

Decoded ChoiceDecoder::best_augmented(const CoverageObjective& objective,
                                      std::span<const int> reference) const {
  if (decoder_ == Decoder::kExact) return *best_choice(objective, size_);
  const CoverageObjective plain = without_loss(objective);
  Decoded best = greedy_choice(objective, size_);
  const auto offer = [&](const Output& other) {
    const Decoded offered{other, choice_value(objective, other.parts)};
    if (is_better(offered, best)) best = offered;
  };
  const Decoded greedy = greedy_choice(plain, size_);
  offer(greedy.output);
  offer({{reference.begin(), reference.end()}});
  if (decoder_ == Decoder::kGreedy) return best;
  offer(after_exchanges(plain, greedy).output);
  return after_exchanges(objective, std::move(best));
}

std::optional<Decoded> ChoiceDecoder::best_other(const CoverageObjective& objective,
                                                 std::span<const int> chosen) const {
  const std::vector<int> documents(chosen.begin(), chosen.end());
  if (decoder_ == Decoder::kExact) return best_choice(objective, size_, &documents);
  std::optional<Decoded> other = best_exchange(objective, chosen);
  const auto offer = [&](Decoded found) {
    if (found.output.parts == documents) return;
    if (!other || is_better(found, *other)) other = std::move(found);
  };
  const Decoded greedy = greedy_choice(objective, size_);
  offer(greedy);
  if (decoder_ == Decoder::kSwaps) offer(after_exchanges(objective, greedy));
  return other;
}

}  // namespace costruct::diversification
