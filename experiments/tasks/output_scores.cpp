#include "costruct/experiments/tasks/output_scores.hpp"

#include <algorithm>
#include <numeric>

namespace costruct::experiments {

std::map<std::string, double> OutputScores::of(const std::vector<std::string>& metrics,
                                               const std::vector<Output>& truth,
                                               const std::vector<Output>& predicted,
                                               const Vector& losses) const {
  const auto is_wanted = [&](const std::string& name) {
    return std::find(metrics.begin(), metrics.end(), name) != metrics.end();
  };
  std::map<std::string, double> values;
  if (is_wanted(kLossMetric) && losses.size() == truth.size()) {
    const double sum = std::accumulate(losses.begin(), losses.end(), 0.0);
    values[kLossMetric] = losses.empty() ? 0 : sum / static_cast<double>(losses.size());
  }
  const MetricInput input{truth, predicted, examples_.label_names(), options_};
  for (const OutputMetric& metric : problem_.metrics) {
    if (is_wanted(metric.info.name)) values[metric.info.name] = metric.compute(input);
  }
  return values;
}

std::vector<std::string> OutputScores::fitting() const {
  std::vector<std::string> names = metrics_of(problem_);
  std::erase_if(names, [&](const std::string& name) {
    return !misfit_of(problem_, name, examples_.label_names()).empty();
  });
  return names;
}

double disagreement(const std::vector<std::vector<Output>>& by_view) {
  double wrong = 0, all = 0;
  for (std::size_t u = 0; u < by_view.size(); ++u) {
    for (std::size_t v = u + 1; v < by_view.size(); ++v) {
      for (std::size_t i = 0; i < by_view[u].size(); ++i) {
        const std::vector<int>&a = by_view[u][i].parts, &b = by_view[v][i].parts;
        const std::size_t both = std::min(a.size(), b.size()), longest = std::max(a.size(), b.size());
        for (std::size_t t = 0; t < both; ++t) wrong += a[t] != b[t];
        wrong += static_cast<double>(longest - both);
        all += static_cast<double>(longest);
      }
    }
  }
  return all == 0 ? 0 : wrong / all;
}

}  // namespace costruct::experiments
