// All metrics by name: those of predictions, which problems declare, and those of fits.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// A metric, with the problems that have it.
struct MetricEntry : MetricInfo {
  bool of_fit = false;  ///< read from the report of the fit, not computed from predictions
  std::vector<std::string> problems = {};  ///< problems that declare it; empty: all have it
};

/// All metrics of all problems and of fits, in the order of listings. Two problems can declare
/// metrics with the same name and different meanings; then each has an entry. Entries keep their
/// address; metrics that a program adds later come at the end.
const std::deque<MetricEntry>& metric_catalog();
/// The names of all metrics, each once.
std::vector<std::string> metric_names();

/// The type of the problem in a config; "" if the config has no problem.
std::string problem_type_of(const Json& config);

/// The metric with that name that a problem declares, or that of fits; null if there is none. If
/// the program does not know the problem type, all problems that have a metric with that name must
/// declare the same one. Otherwise the result is null.
/// @param problem  the type of a problem; "" is a type that the program does not know
const MetricEntry* find_metric(const std::string& problem, const std::string& name);
/// The same for the problem in a run's config.
const MetricEntry* find_metric_of_run(const Json& config, const std::string& name);
/// Whether the problems of two runs declare different metrics with that name, so that their values
/// are not comparable. If a problem is not known, equal names count as equal metrics.
bool is_another_metric(const Json& config, const Json& other, const std::string& name);
/// The factor that makes lower values better: -1 if higher is better, else 1. For unknown metrics
/// it is 1.
double better_sign(const Json& config, const std::string& name);
/// The {fmt} format of a metric's values. Unknown metrics have the default format.
const char* metric_format(const Json& config, const std::string& name);

/// The names of the metrics of predictions that a problem has, `loss` included.
std::vector<std::string> metrics_of(const ProblemEntry& problem);
/// The message for a metric that a problem does not have: "problem multiclass does not have it:
/// use ...".
std::string foreign_metric(const ProblemEntry& problem);
/// The metric that compares the views of a problem, also used where only one metric is shown. It is
/// the first that the problem declares, else its loss.
std::string view_metric(const ProblemEntry& problem);
/// The same for the problem in a run's config.
std::string view_metric(const Json& config);

/// The reason why the metric is not meaningful for predictions with these labels; "" if it is, and
/// for metrics that are not of outputs.
std::string misfit_of(const ProblemEntry& problem, const std::string& metric,
                      const std::vector<std::string>& labels);

}  // namespace costruct::experiments
