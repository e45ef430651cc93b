#include "costruct/problems/clustering/clustering_metrics.hpp"

#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/interfaces/pair_decisions.hpp"
#include "costruct/problems/clustering/pair_counts.hpp"
#include "costruct/problems/clustering/partition_loss.hpp"

namespace costruct::clustering {
namespace {

PairCounts count_pairs(const Output& truth, const Output& predicted) {
  Overlaps overlaps;
  for (std::size_t i = 0; i < truth.parts.size(); ++i)
    overlaps.add(truth.parts[i], predicted.parts[i]);
  return overlaps.pairs();
}

PairCounts all_pairs(const MetricInput& input) {
  PairCounts sum;
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    const PairCounts counts = count_pairs(input.truth[i], input.predicted[i]);
    sum.both += counts.both;
    sum.truth += counts.truth;
    sum.predicted += counts.predicted;
    sum.all += counts.all;
  }
  return sum;
}

double quotient(double part, double all, double if_none) {
  return all == 0 ? if_none : part / all;
}

double object_error(const MetricInput& input) {
  double wrong = 0, objects = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    wrong += PartitionLoss(Loss::kTotal, input.truth[i])(input.predicted[i]);
    objects += static_cast<double>(input.truth[i].parts.size());
  }
  return quotient(wrong, objects, 0);
}

double rand_error(const MetricInput& input) {
  double sum = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i) {
    const PairCounts counts = count_pairs(input.truth[i], input.predicted[i]);
    sum += quotient(counts.wrong(), counts.all, 0);
  }
  return quotient(sum, static_cast<double>(input.truth.size()), 0);
}

double wrong_edges(const MetricInput& input) {
  return quotient(all_pairs(input).wrong(), static_cast<double>(input.truth.size()), 0);
}

double pair_f1(const MetricInput& input) {
  return all_pairs(input).f1();
}

// The mean over sets.
double adjusted_rand(const MetricInput& input) {
  double sum = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i)
    sum += count_pairs(input.truth[i], input.predicted[i]).adjusted_rand();
  return quotient(sum, static_cast<double>(input.truth.size()), 0);
}

// Returns the number of pairs in a set on which the partition and the sign of the similarity
// differ.
double wrong_signs(const StructuredProblem& problem, InputId x, const Output& partition,
                   ConstVectorRef w) {
  const auto& pairs = *offered<PairDecisions>(problem);
  Vector scores(static_cast<std::size_t>(pairs.num_pairs(x)));
  pairs.pair_scores(x, w, scores);
  double wrong = 0;
  std::size_t p = 0;
  for (std::size_t j = 1; j < partition.parts.size(); ++j) {
    for (std::size_t k = 0; k < j; ++k, ++p)
      wrong += (scores[p] > 0) != (partition.parts[j] == partition.parts[k]);
  }
  return wrong;
}

Vector wrong_before(const StructuredProblem& problem, InputId x, const Output& truth,
                    ConstVectorRef w) {
  return {wrong_signs(problem, x, truth, w)};
}

Vector overruled(const StructuredProblem& problem, InputId x, const Output&, ConstVectorRef w) {
  return {wrong_signs(problem, x, problem.decode(x, w).output, w)};
}

double mean_note(const MetricInput& input) {
  double sum = 0;
  for (const Vector& note : input.notes) sum += note.front();
  return quotient(sum, static_cast<double>(input.notes.size()), 0);
}

}  // namespace

std::vector<OutputMetric> clustering_metrics() {
  std::vector<OutputMetric> metrics = {
      {{"object_error", "loss `total` per object", false, MetricScale::kRatio}, object_error},
      {{"rand_error", "mean over the sets of the share of wrong pairs"}, rand_error},
      {{"adjusted_rand", "mean adjusted Rand index of the sets", true, MetricScale::kRatio},
       adjusted_rand},
      {{"pair_f1", "F1 of the pairs that are together, over all sets", true}, pair_f1},
      {{"wrong_edges", "wrong pairs of a set, after decoding", false, MetricScale::kCount},
       wrong_edges}};
  const auto add = [&](const char* name, const char* meaning, auto note) {
    OutputMetric metric{{name, meaning, false, MetricScale::kCount}, mean_note};
    metric.note = note;
    metrics.push_back(std::move(metric));
  };
  add("wrong_edges_before", "pairs of a set whose similarity has the wrong sign, before decoding",
      wrong_before);
  add("overruled_edges",
      "pairs of a set that decoding decides against the sign of their similarity", overruled);
  return metrics;
}

}  // namespace costruct::clustering
