#include "costruct/problems/diversification/diversification_metrics.hpp"

#include <numeric>

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

OutputMetric loss_at(Index k) {
  OutputMetric metric;
  metric.info.name = "subtopic_loss_at_" + std::to_string(k);
  metric.info.meaning =
      k == 1 ? "weighted share of subtopics that the first document in greedy order leaves out"
             : "weighted share of subtopics that the first " + std::to_string(k) +
                   " documents in greedy order leave out";
  metric.note = [k](const StructuredProblem& problem, InputId x, const Output& truth,
                    ConstVectorRef w) {
    const auto* ranks = offered<GreedyRanking>(problem);
    COSTRUCT_ASSERT(ranks != nullptr, "the metric is of a problem that ranks");
    return Vector{uncovered_share(truth, ranks->ranking(x, w, k))};
  };
  metric.compute = [](const MetricInput& input) {
    double sum = 0;
    for (const Vector& note : input.notes) sum += note.front();
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
