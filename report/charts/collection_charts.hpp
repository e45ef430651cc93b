// Scatter plots of a collection: two learners against each other, one point for each data set.
#pragma once

#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// A chart for each pair of learners that a claim names, and for each place of the sizes (see
/// point_at()). The x axis has the second learner's mean and the y axis the first one's, with
/// standard errors both ways. The line of equal means is dashed; below it the first learner has the
/// lower mean.
std::vector<Chart> collection_charts(const CollectionResults& results);

}  // namespace costruct::experiments
