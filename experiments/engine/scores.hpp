// All metrics that suit a problem and its labels.
#pragma once

#include <string>
#include <vector>

#include "costruct/experiments/results/metrics.hpp"
#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// The names of those metrics: sequence_error only for sequences, chunk_f1 only where all labels are O or a
/// prefix, a hyphen and a type.
std::vector<std::string> suitable_metrics(Shape shape, const std::vector<std::string>& labels);

/// Their values, as a flat JSON object.
Json suitable_scores(Shape shape, const MetricInput& input);

/// The label that F1 leaves out under these problem options.
std::string outside_of(const Json& problem_options);

}  // namespace costruct::experiments
