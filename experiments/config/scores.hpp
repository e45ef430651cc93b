// All metrics that suit a problem and its labels.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/learners/catalog.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// Why a metric computed from predictions says nothing of outputs of this shape with these labels (null: not
/// known yet); "" where it does. sequence_error and chunk_f1 need sequences, and chunk_f1 labels that are O
/// or one of B, I, E, S before a hyphen and a type (beside O also alone), not all of them O.
std::string misfit_of(const MetricEntry& metric, Shape shape, const std::vector<std::string>* labels);

/// The names of those computed from predictions that fit.
std::vector<std::string> suitable_metrics(Shape shape, const std::vector<std::string>& labels);

/// The metrics `of_fit` that a learner's report has: constraints_added, and support_loss_one where some
/// constraint has a positive dual variable.
std::map<std::string, double> fit_metrics(const FitReport& report);

/// Whether the fits of a learner have this metric `of_fit`.
bool reports_metric(const LearnerEntry& learner, const MetricEntry& metric);

/// The values of the suitable metrics, as a flat JSON object.
Json suitable_scores(Shape shape, const MetricInput& input);

/// Writes what `evaluate` found: its metrics to stdout ("name<TAB>value"), all of it to `report` where that
/// is not empty.
void write_evaluation(const Json& evaluation, const std::filesystem::path& report);

/// The share of parts on which two views disagree, averaged over all pairs of views; 0 where there is no
/// part. `by_view` has the predictions of each view for the same examples.
double disagreement(const std::vector<std::vector<Output>>& by_view);

/// The label that F1 leaves out under these problem options.
std::string outside_of(const Json& problem_options);

}  // namespace costruct::experiments
