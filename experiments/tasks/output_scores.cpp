#include "costruct/experiments/tasks/output_scores.hpp"

#include <algorithm>
#include <numeric>

namespace costruct::experiments {

std::map<std::string, double> OutputScores::of(
    const std::vector<std::string>& metrics, const std::vector<Output>& truth,
    const std::vector<Output>& predicted, const std::function<Vector()>& losses,
    const std::function<std::vector<Vector>(const OutputMetric&)>& notes) const {
  const auto is_wanted = [&](const std::string& name) {
    return std::find(metrics.begin(), metrics.end(), name) != metrics.end();
  };
  std::map<std::string, double> values;
  const Vector of_each = is_wanted(kLossMetric) ? losses() : Vector();
  if (is_wanted(kLossMetric) && of_each.size() == truth.size()) {
    const double sum = std::accumulate(of_each.begin(), of_each.end(), 0.0);
    values[kLossMetric] = of_each.empty() ? 0 : sum / static_cast<double>(of_each.size());
  }
  for (const OutputMetric& metric : problem_.metrics) {
    if (!is_wanted(metric.info.name)) continue;
    const std::vector<Vector> noted = metric.note ? notes(metric) : std::vector<Vector>();
    values[metric.info.name] =
        metric.compute({truth, predicted, examples_.label_names(), options_, noted});
  }
  return values;
}

double disagreement(const ProblemEntry& problem, const Json& problem_options,
                    const std::vector<std::vector<Output>>& by_view) {
  double wrong = 0, all = 0;
  for (std::size_t u = 0; u < by_view.size(); ++u) {
    for (std::size_t v = u + 1; v < by_view.size(); ++v) {
      for (std::size_t i = 0; i < by_view[u].size(); ++i) {
        if (problem.difference) {
          wrong += problem.difference(problem_options, by_view[u][i], by_view[v][i]);
          ++all;
          continue;
        }
        const std::vector<int>&a = by_view[u][i].parts, &b = by_view[v][i].parts;
        const std::size_t both = std::min(a.size(), b.size()),
                          longest = std::max(a.size(), b.size());
        for (std::size_t t = 0; t < both; ++t) wrong += a[t] != b[t];
        wrong += static_cast<double>(longest - both);
        all += static_cast<double>(longest);
      }
    }
  }
  return all == 0 ? 0 : wrong / all;
}

}  // namespace costruct::experiments
