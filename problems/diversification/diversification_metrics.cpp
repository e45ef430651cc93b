#include "costruct/problems/diversification/diversification_metrics.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/problems/diversification/chosen_documents.hpp"

namespace costruct::diversification {
namespace {

double mean_uncovered(const MetricInput& input) {
  double sum = 0;
  for (std::size_t i = 0; i < input.truth.size(); ++i)
    sum += uncovered_share(input.truth[i], chosen_documents(input.predicted[i]));
  return input.truth.empty() ? 0 : sum / static_cast<double>(input.truth.size());
}

/// The losses of the first 1, 2, ..., kMostRanked documents of one ranking.
Vector losses_of_ranking(const StructuredProblem& problem, InputId x, const Output& truth,
                         ConstVectorRef w) {
  const auto* ranks = offered<GreedyRanking>(problem);
  COSTRUCT_ASSERT(ranks != nullptr, "the metric is of a problem that ranks");
  const std::vector<int> ranking = ranks->ranking(x, w, kMostRanked);
  Vector losses;
  for (std::size_t k = 1; k <= kMostRanked; ++k)
    losses.push_back(uncovered_share(truth, std::span(ranking).first(std::min(k, ranking.size()))));
  return losses;
}

OutputMetric loss_at(Index k) {
  OutputMetric metric;
  metric.info.name = "subtopic_loss_at_" + std::to_string(k);
  metric.info.meaning =
      k == 1 ? "weighted share of subtopics that the first document in greedy order leaves out"
             : "weighted share of subtopics that the first " + std::to_string(k) +
                   " documents in greedy order leave out";
  metric.note = losses_of_ranking;
  metric.compute = [k](const MetricInput& input) {
    double sum = 0;
    for (const Vector& note : input.notes) sum += note[static_cast<std::size_t>(k - 1)];
    return input.notes.empty() ? 0 : sum / static_cast<double>(input.notes.size());
  };
  return metric;
}

}  // namespace

std::vector<OutputMetric> diversification_metrics() {
  std::vector<OutputMetric> all;
  all.push_back(
      {{"subtopic_loss", "weighted share of subtopics that the chosen documents do not cover"},
       mean_uncovered});
  for (Index k = 1; k <= kMostRanked; ++k) all.push_back(loss_at(k));
  return all;
}

}  // namespace costruct::diversification
