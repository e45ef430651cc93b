// Exchanges of one chosen document for another.
#include <cmath>
#include <limits>

#include "costruct/core/decode/coverage/coverage_gains.hpp"

namespace costruct {
namespace {

using namespace coverage_gains;

struct Exchange {
  int out, in;
  double value;  // up to rounding
};

/// For each document, the sum of the scores of its pairs with the chosen documents.
Vector pairs_with(const CoverageObjective& objective, std::span<const int> chosen) {
  Vector sums(static_cast<std::size_t>(objective.covering.documents()), 0.0);
  for (std::size_t d = 0; d < sums.size() && !objective.pairs.empty(); ++d) {
    for (const int p : chosen) {
      if (p != static_cast<int>(d))
        sums[d] += pair_score(objective.pairs, static_cast<Index>(d), p);
    }
  }
  return sums;
}

/// All exchanges, with values computed from what each removes and adds.
std::vector<Exchange> all_exchanges(const CoverageObjective& objective,
                                    std::span<const int> chosen) {
  Covers covers(objective);
  double weight = 0;
  for (const int d : chosen) {
    weight += covers.weight_gain(d);
    covers.add(d);
  }
  const double score = choice_score(objective, chosen);
  const Vector pairs = pairs_with(objective, chosen);
  std::vector<Exchange> all;
  for (const int out : chosen) {
    covers.remove(out);
    const double score_left =
        score - covers.gains(out).sum() - pairs[static_cast<std::size_t>(out)];
    const double weight_left = weight - covers.weight_gain(out);
    for (int in = 0; in < objective.covering.documents(); ++in) {
      if (std::binary_search(chosen.begin(), chosen.end(), in)) continue;
      double gain = covers.gains(in).sum() + pairs[static_cast<std::size_t>(in)];
      if (!objective.pairs.empty()) gain -= pair_score(objective.pairs, in, out);
      all.push_back(
          {out, in,
           objective_value(objective, score_left + gain, weight_left + covers.weight_gain(in))});
    }
    covers.add(out);
  }
  return all;
}

/// An upper bound of the rounding error of the value of a choice.
double rounding(const CoverageObjective& objective) {
  double magnitude = 1 + std::abs(objective.reference_score);
  for (const ConstVectorRef values : {objective.value, objective.pairs}) {
    for (const double value : values) magnitude += std::abs(value);
  }
  return 1e-11 * magnitude;
}

}  // namespace

std::optional<Decoded> best_exchange(const CoverageObjective& objective,
                                     std::span<const int> chosen) {
  const std::vector<Exchange> all = all_exchanges(objective, chosen);
  double most = -std::numeric_limits<double>::infinity();
  for (const Exchange& each : all) most = std::max(most, each.value);
  // For exchanges whose order may be wrong by rounding, the value of each choice itself decides.
  const double least = most - 2 * rounding(objective);
  std::optional<Decoded> best;
  for (const Exchange& each : all) {
    if (each.value < least) continue;
    Output other{{chosen.begin(), chosen.end()}};
    std::replace(other.parts.begin(), other.parts.end(), each.out, each.in);
    std::sort(other.parts.begin(), other.parts.end());
    const double value = choice_value(objective, other.parts);
    if (!best || value > best->value || (value == best->value && other < best->output))
      best = Decoded{std::move(other), value};
  }
  return best;
}

Decoded after_exchanges(const CoverageObjective& objective, Decoded from) {
  for (;;) {
    std::optional<Decoded> next = best_exchange(objective, from.output.parts);
    if (!next || !(next->value > from.value)) return from;
    from = std::move(*next);
  }
}

}  // namespace costruct
