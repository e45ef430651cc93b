// Scatter plots of a collection: two learners against each other, one point a data set.
#pragma once

#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// A chart for each pair of learners that a claim names (and each place of the sizes): the second
/// learner's mean to the right, the first one's upwards, standard errors both ways, and the line of
/// equal means dashed. Below the line the first learner is lower.
std::vector<Chart> collection_charts(const CollectionResults& results);

}  // namespace costruct::experiments
