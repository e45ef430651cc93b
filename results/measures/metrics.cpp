#include "costruct/results/measures/metrics.hpp"

#include <algorithm>

namespace costruct::experiments {
namespace {

MetricEntry of_predictions(MetricInfo info) {
  MetricEntry entry;
  static_cast<MetricInfo&>(entry) = std::move(info);
  return entry;
}

MetricEntry of_fits(const char* name, const char* meaning, bool higher_is_better, MetricScale scale) {
  MetricEntry entry =
      of_predictions({name, meaning, higher_is_better, scale, "a learner with working sets of constraints"});
  entry.of_fit = true;
  return entry;
}

std::vector<MetricEntry> all_metrics() {
  std::vector<MetricEntry> all = {of_predictions(
      {kLossMetric, "mean over the examples of the problem's own loss", false, MetricScale::kRatio})};
  const auto add = [&](const MetricInfo& info) {
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const auto& m) { return m.name == info.name; });
    if (!known) all.push_back(of_predictions(info));
  };
  for (const ProblemEntry& problem : problem_catalog()) {
    for (const OutputMetric& metric : problem.metrics) add(metric.info);
    for (const NumberMetric& metric : problem.number_metrics) add(metric.info);
  }
  all.push_back(of_fits("constraints_added", "constraints that the learner ever added to its working sets",
                        false, MetricScale::kCount));
  all.push_back(of_fits("support_loss_one",
                        "share of the constraints with a positive dual variable whose output has loss 1",
                        true, MetricScale::kShare));
  return all;
}

}  // namespace

const std::vector<MetricEntry>& metric_catalog() {
  static const std::vector<MetricEntry> catalog = all_metrics();
  return catalog;
}

const MetricEntry* find_metric(const std::string& name) {
  for (const MetricEntry& entry : metric_catalog()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

double better_sign(const std::string& name) {
  const MetricEntry* entry = find_metric(name);
  return entry && entry->higher_is_better ? -1 : 1;
}

const char* metric_format(const std::string& name) {
  const MetricEntry* entry = find_metric(name);
  return entry ? entry->format() : MetricEntry().format();
}

std::vector<std::string> metrics_of(const ProblemEntry& problem) {
  std::vector<std::string> names = {kLossMetric};
  for (const OutputMetric& metric : problem.metrics) names.push_back(metric.info.name);
  for (const NumberMetric& metric : problem.number_metrics) names.push_back(metric.info.name);
  return names;
}

std::string foreign_metric(const ProblemEntry& problem) {
  return "problem " + problem.name + " does not have it: use " + one_of(metrics_of(problem));
}

std::string view_metric(const ProblemEntry& problem) {
  const std::vector<std::string> names = metrics_of(problem);
  return names.size() > 1 ? names[1] : names[0];
}

std::string view_metric(const Json& config) {
  const auto block = config.find("problem");
  const ProblemEntry* problem = block != config.end() && block->is_object()
                                    ? find_problem(block->value("type", std::string()))
                                    : nullptr;
  return problem == nullptr ? kLossMetric : view_metric(*problem);
}

std::string misfit_of(const ProblemEntry& problem, const std::string& name,
                      const std::vector<std::string>& labels) {
  for (const OutputMetric& metric : problem.metrics) {
    if (metric.info.name == name && metric.misfit) return metric.misfit(labels);
  }
  return "";
}

std::vector<std::string> fitting_metrics(const ProblemEntry& problem,
                                         const std::vector<std::string>& labels) {
  std::vector<std::string> names = metrics_of(problem);
  std::erase_if(names, [&](const std::string& name) { return !misfit_of(problem, name, labels).empty(); });
  return names;
}

}  // namespace costruct::experiments
