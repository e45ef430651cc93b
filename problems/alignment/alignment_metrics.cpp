#include "costruct/problems/alignment/alignment_metrics.hpp"

#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"

namespace costruct::alignment {
namespace {

/// The judged pairs of an alignment. `judged` is from JudgedPositions::judged_positions().
AlignedPairs judged_pairs(AlignmentKind kind, const Output& y, const Vector& judged) {
  AlignedPairs pairs = pairs_of(kind, y);
  if (judged.empty()) return pairs;
  const auto first_length = static_cast<Index>(judged.front());
  std::erase_if(pairs, [&](const auto& pair) {
    return judged[1 + pair.first] == 0 || judged[1 + first_length + pair.second] == 0;
  });
  return pairs;
}

/// Returns how many of these pairs (i, j) have a pair (i, j') with |j' - j| <= distance in the
/// other list.
Index count_found(const AlignedPairs& pairs, const AlignedPairs& others, Index distance) {
  Index found = 0;
  auto other = others.begin();
  for (const auto& [i, j] : pairs) {
    while (other != others.end() && other->first < i) ++other;
    found += other != others.end() && other->first == i && std::abs(other->second - j) <= distance;
  }
  return found;
}

/// Returns part / all, or if_none if all = 0.
double share_of(Index part, std::size_t all, double if_none) {
  return all == 0 ? if_none : static_cast<double>(part) / static_cast<double>(all);
}

template <class ShareFound>
double mean_over_inputs(const MetricInput& input, const ShareFound& share) {
  COSTRUCT_ASSERT(input.notes.size() == input.truth.size(), "a note of each input");
  const AlignmentKind kind = kind_of(input.options);
  double sum = 0;
  for (std::size_t x = 0; x < input.truth.size(); ++x) sum += share(kind, x);
  return input.truth.empty() ? 0 : sum / static_cast<double>(input.truth.size());
}

double mean_found(const MetricInput& input, Index distance) {
  return mean_over_inputs(input, [&](AlignmentKind kind, std::size_t x) {
    const AlignedPairs truth = judged_pairs(kind, input.truth[x], input.notes[x]);
    return share_of(count_found(truth, pairs_of(kind, input.predicted[x]), distance), truth.size(),
                    1);
  });
}

double mean_precision(const MetricInput& input) {
  return mean_over_inputs(input, [&](AlignmentKind kind, std::size_t x) {
    const AlignedPairs truth = judged_pairs(kind, input.truth[x], input.notes[x]);
    const AlignedPairs predicted = judged_pairs(kind, input.predicted[x], input.notes[x]);
    return share_of(count_found(predicted, truth, 0), predicted.size(), truth.empty() ? 1 : 0);
  });
}

Vector judged_note(const StructuredProblem& problem, InputId x, const Output&, ConstVectorRef) {
  return offered<JudgedPositions>(problem)->judged_positions(x);
}

}  // namespace

AlignmentKind kind_of(const Json& options) {
  return options.at("mode") == "local" ? AlignmentKind::kLocal : AlignmentKind::kGlobal;
}

std::vector<OutputMetric> alignment_metrics() {
  std::vector<OutputMetric> metrics = {
      {{"q4",
        "mean share of the true pairs (i, j) whose i is paired with j or at most 4 places beside "
        "it",
        true},
       [](const MetricInput& input) { return mean_found(input, kNear); }},
      {{"q", "mean share of the true pairs that are predicted", true},
       [](const MetricInput& input) { return mean_found(input, 0); }},
      {{"q_precision",
        "mean share of the predicted pairs that are true; where none are predicted, 0 unless "
        "there are none to find",
        true},
       mean_precision}};
  for (OutputMetric& metric : metrics) metric.note = judged_note;
  return metrics;
}

double pair_difference(const Json& options, const Output& a, const Output& b) {
  const AlignedPairs of_a = pairs_of(kind_of(options), a), of_b = pairs_of(kind_of(options), b);
  const std::size_t all = of_a.size() + of_b.size();
  return 1 - share_of(2 * count_found(of_a, of_b, 0), all, 1);
}

}  // namespace costruct::alignment
