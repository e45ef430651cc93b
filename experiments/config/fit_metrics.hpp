// The metrics that describe a fit and not its predictions.
#pragma once

#include <map>
#include <string>

#include "costruct/learners/catalog.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {

/// The metrics `of_fit` in a learner's report: constraints_added, and support_loss_one if at least
/// one constraint has a positive dual variable.
std::map<std::string, double> fit_metrics(const FitReport& report);

/// Whether the fits of a learner have this metric `of_fit`.
bool reports_metric(const LearnerEntry& learner, const MetricEntry& metric);

}  // namespace costruct::experiments
