// All metrics by name: of predictions, as problems declare them, and of fits.
#pragma once

#include <string>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

struct MetricEntry : MetricInfo {
  bool of_fit = false;  ///< read from the report of the fit, not computed from predictions
  std::vector<std::string> problems = {};  ///< that declare it; empty: all have it
};

/// The mean of a problem's own loss: every problem has it, and a config that names no metric
/// reports it.
inline constexpr const char* kLossMetric = "loss";

/// All metrics of all problems, and those of fits, in the order in which they are listed. Two
/// problems may declare metrics of one name that mean different things: each is an entry then.
const std::vector<MetricEntry>& metric_catalog();
/// Their names, each once.
std::vector<std::string> metric_names();

/// The type of the problem in a config; "" where it has none.
std::string problem_type_of(const Json& config);

/// The metric that a problem declares by that name, or one of fits; null where it has none. Of a
/// problem that this program does not know: the metric that all problems declare alike by that
/// name, else null.
/// @param problem  the type of a problem; "" is none that this program knows
const MetricEntry* find_metric(const std::string& problem, const std::string& name);
/// The same for the problem of a run's config.
const MetricEntry* find_metric_of_run(const Json& config, const std::string& name);
/// Whether the problems of two runs declare different metrics by one name, so that its values are
/// not comparable. Where a problem is not known, the name decides.
bool is_another_metric(const Json& config, const Json& other, const std::string& name);
/// What makes lower values the better ones: -1 where higher is better, else 1, of an unknown metric
/// too.
double better_sign(const Json& config, const std::string& name);
/// How values of a metric are written; of one that is not known, as most are.
const char* metric_format(const Json& config, const std::string& name);

/// The metrics that predictions of a problem have.
std::vector<std::string> metrics_of(const ProblemEntry& problem);
/// Those of them that say something of predictions with these labels.
std::vector<std::string> fitting_metrics(const ProblemEntry& problem,
                                         const std::vector<std::string>& labels);
/// What is to be said of another one: "problem multiclass has loss, token_error ...".
std::string foreign_metric(const ProblemEntry& problem);
/// The one by which its views are compared, and which is told where one is to be told.
std::string view_metric(const ProblemEntry& problem);
/// The same for the problem of a run's config.
std::string view_metric(const Json& config);

/// Why the metric says nothing of predictions with these labels; "" where it does, or is none of
/// outputs.
std::string misfit_of(const ProblemEntry& problem, const std::string& metric,
                      const std::vector<std::string>& labels);

}  // namespace costruct::experiments
