#include "costruct/experiments/config/fit_metrics.hpp"

#include <algorithm>

namespace costruct::experiments {

bool reports_metric(const LearnerEntry& learner, const MetricEntry& metric) {
  const std::string part = metric.name == "support_loss_one" ? kSupportLosses : metric.name;
  return std::find(learner.reports.begin(), learner.reports.end(), part) != learner.reports.end();
}

std::map<std::string, double> fit_metrics(const FitReport& report) {
  std::map<std::string, double> metrics;
  if (report.constraints_added)
    metrics["constraints_added"] = static_cast<double>(*report.constraints_added);
  Index all = 0;
  for (const auto& [loss, count] : report.support_losses) all += count;
  if (all == 0) return metrics;
  const auto one = report.support_losses.find(1.0);
  const Index ones = one == report.support_losses.end() ? 0 : one->second;
  metrics["support_loss_one"] = static_cast<double>(ones) / static_cast<double>(all);
  return metrics;
}

}  // namespace costruct::experiments
