#include "costruct/experiments/tasks/evaluation.hpp"

#include <algorithm>

#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {
namespace {

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::map<std::pair<int, int>, Index> confusion_of(const MetricInput& outputs) {
  std::map<std::pair<int, int>, Index> counts;
  for (std::size_t i = 0; i < outputs.truth.size(); ++i) {
    const std::vector<int>& y = outputs.truth[i].parts;
    const std::vector<int>& y_hat = outputs.predicted[i].parts;
    for (std::size_t t = 0; t < y.size(); ++t) ++counts[{y[t], y_hat[t]}];
  }
  return counts;
}

}  // namespace

void count_outputs(const ProblemEntry& problem, const std::vector<std::string>& suited,
                   const MetricInput& outputs, bool in_part, Evaluation& evaluation) {
  for (const OutputMetric& metric : problem.metrics) {
    if (!metric.counts || !is_in(suited, metric.info.name)) continue;
    if (in_part && metric.needs_all_parts) continue;
    const auto is_same = [&](const CountTable& table) { return table.counted == metric.counted; };
    if (std::any_of(evaluation.counts.begin(), evaluation.counts.end(), is_same)) continue;
    CountTable table{metric.counted, metric.counts(outputs)};
    std::erase_if(table.kinds,
                  [](const KindCounts& kind) { return kind.truth + kind.predicted == 0; });
    if (!table.kinds.empty()) evaluation.counts.push_back(std::move(table));
    if (metric.counted != "label" || problem.predicts_sets) continue;
    evaluation.labels.assign(outputs.labels.begin(), outputs.labels.end());
    evaluation.confusion = confusion_of(outputs);
  }
}

std::vector<std::size_t> largest_losses(std::span<const double> losses,
                                        std::span<const Index> parts, Index most) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (losses[i] > 0) places.push_back(i);
  }
  const auto kept = std::min(places.size(), static_cast<std::size_t>(most));
  std::partial_sort(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(kept),
                    places.end(), [&](std::size_t i, std::size_t j) {
                      if (losses[i] != losses[j]) return losses[i] > losses[j];
                      return parts[i] != parts[j] ? parts[i] > parts[j] : i < j;
                    });
  places.resize(kept);
  return places;
}

Averages micro_average(const CountTable& table) {
  KindCounts sum;
  for (const KindCounts& kind : table.kinds) {
    if (!kind.averaged) continue;
    sum.truth += kind.truth;
    sum.predicted += kind.predicted;
    sum.correct += kind.correct;
  }
  return {sum.precision(), sum.recall(), sum.f1()};
}

Averages macro_average(const CountTable& table) {
  Averages sum;
  double kinds = 0;
  for (const KindCounts& kind : table.kinds) {
    if (!kind.averaged) continue;
    sum.precision += kind.precision();
    sum.recall += kind.recall();
    sum.f1 += kind.f1();
    ++kinds;
  }
  if (kinds == 0) return sum;
  return {sum.precision / kinds, sum.recall / kinds, sum.f1 / kinds};
}

bool has_averages(const CountTable& table) {
  return std::any_of(table.kinds.begin(), table.kinds.end(),
                     [](const KindCounts& kind) { return kind.averaged; });
}

void check_metric_names(const ProblemEntry& problem, const std::vector<std::string>& names) {
  const std::vector<std::string> valid = metrics_of(problem), all = metric_names();
  std::vector<std::string> lines;
  for (auto name = names.begin(); name != names.end(); ++name) {
    const std::string found = "--metrics " + shown_name(*name) + ": ";
    if (!is_in(valid, *name))
      lines.push_back(found +
                      (is_in(all, *name) ? foreign_metric(problem) : suggestion(*name, valid)));
    else if (std::find(names.begin(), name, *name) != name)
      lines.push_back(found + "stands twice");
  }
  if (!lines.empty()) throw ConfigError(lines);
}

}  // namespace costruct::experiments
