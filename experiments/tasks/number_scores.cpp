#include "costruct/experiments/tasks/number_scores.hpp"

#include <algorithm>
#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

double mean_squared_error(ConstVectorRef truth, ConstVectorRef predicted) {
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i)
    sum += (truth[i] - predicted[i]) * (truth[i] - predicted[i]);
  return truth.empty() ? 0 : sum / static_cast<double>(truth.size());
}

}  // namespace

std::map<std::string, double> number_scores(const ProblemEntry& problem,
                                            const std::vector<std::string>& metrics,
                                            ConstVectorRef truth, ConstVectorRef predicted) {
  COSTRUCT_ASSERT(truth.size() == predicted.size(), "a prediction for every target");
  const auto is_wanted = [&](const std::string& name) {
    return std::find(metrics.begin(), metrics.end(), name) != metrics.end();
  };
  std::map<std::string, double> values;
  if (is_wanted(kLossMetric)) values[kLossMetric] = mean_squared_error(truth, predicted);
  for (const NumberMetric& metric : problem.number_metrics) {
    if (is_wanted(metric.info.name)) values[metric.info.name] = metric.compute(truth, predicted);
  }
  return values;
}

void check_finite(ConstVectorRef predictions, const std::function<std::string(Index)>& place) {
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    if (std::isfinite(predictions[i])) continue;
    throw DataError(
        place(static_cast<Index>(i)) +
        ": the prediction overflows: its feature values are too large for the model's kernel");
  }
}

}  // namespace costruct::experiments
