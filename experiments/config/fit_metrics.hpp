// The metrics that describe a fit and not its predictions (MetricEntry::of_fit).
#pragma once

#include <map>
#include <string>

#include "costruct/learners/catalog.hpp"
#include "costruct/results/measures/metrics.hpp"

namespace costruct::experiments {

/// The metrics `of_fit` in a learner's report, by name:
///   constraints_added  FitReport::constraints_added; absent if the learner has no working sets
///   support_loss_one   the share of the constraints with a positive dual variable whose output has
///                      the loss 1; absent if there are no such constraints
std::map<std::string, double> fit_metrics(const FitReport& report);

/// Whether the fits of a learner have this metric `of_fit`.
bool reports_metric(const LearnerEntry& learner, const MetricEntry& metric);

}  // namespace costruct::experiments
