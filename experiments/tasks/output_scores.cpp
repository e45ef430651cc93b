#include "costruct/experiments/tasks/output_scores.hpp"

#include <algorithm>
#include <numeric>

namespace costruct::experiments {

std::map<std::string, double> OutputScores::of(const std::vector<std::string>& metrics,
                                               const std::vector<Output>& truth,
                                               const std::vector<Output>& predicted,
                                               const std::function<Vector()>& losses) const {
  const auto is_wanted = [&](const std::string& name) {
    return std::find(metrics.begin(), metrics.end(), name) != metrics.end();
  };
  std::map<std::string, double> values;
  const Vector of_each = is_wanted(kLossMetric) ? losses() : Vector();
  if (is_wanted(kLossMetric) && of_each.size() == truth.size()) {
    const double sum = std::accumulate(of_each.begin(), of_each.end(), 0.0);
    values[kLossMetric] = of_each.empty() ? 0 : sum / static_cast<double>(of_each.size());
  }
  const MetricInput input{truth, predicted, examples_.label_names(), options_};
  for (const OutputMetric& metric : problem_.metrics) {
    if (is_wanted(metric.info.name)) values[metric.info.name] = metric.compute(input);
  }
  return values;
}

std::vector<Output> outputs_of(const ProblemEntry& problem, const ExampleSet& examples,
                               std::span<const Index> list) {
  std::vector<Output> outputs;
  for (const Index example : list) {
    const Output& y = examples.output(example);
    if (problem.grouping == Grouping::kTogether && !outputs.empty()) {
      outputs.front().parts.insert(outputs.front().parts.end(), y.parts.begin(), y.parts.end());
    } else {
      outputs.push_back(y);
    }
  }
  return outputs;
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
