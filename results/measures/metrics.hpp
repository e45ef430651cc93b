// All metrics by name: of predictions, as problems declare them, and of fits.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

struct MetricEntry : MetricInfo {
  bool of_fit = false;  ///< read from the report of the fit, not computed from predictions
};

/// The mean of a problem's own loss: every problem has it, and a config that names no metric reports it.
inline constexpr const char* kLossMetric = "loss";

/// All metrics of all problems, and those of fits, in the order in which they are listed.
const std::vector<MetricEntry>& metric_catalog();

/// The entry of that name, or null.
const MetricEntry* find_metric(const std::string& name);
/// What makes lower values the better ones: -1 where higher is better, else 1, of one not in the catalog too.
double better_sign(const std::string& name);
/// How values of that metric are written; of one that is not in the catalog, as most are.
const char* metric_format(const std::string& name);

/// The metrics that predictions of a problem have.
std::vector<std::string> metrics_of(const ProblemEntry& problem);
/// Those of them that say something of predictions with these labels.
std::vector<std::string> fitting_metrics(const ProblemEntry& problem, const std::vector<std::string>& labels);
/// What is to be said of another one: "problem multiclass has loss, token_error ...".
std::string foreign_metric(const ProblemEntry& problem);
/// The one by which its views are compared, and which is told where one is to be told.
std::string view_metric(const ProblemEntry& problem);
/// The same for the problem of a run's config.
std::string view_metric(const Json& config);

/// Why the metric says nothing of predictions with these labels; "" where it does, or is none of outputs.
std::string misfit_of(const ProblemEntry& problem, const std::string& metric,
                      const std::vector<std::string>& labels);

}  // namespace costruct::experiments
