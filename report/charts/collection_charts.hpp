// Scatter plots of a collection: two learners against each other, one point for each data set.
#pragma once

#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// The charts of all claims: one for each pair of learners and metric that a claim compares, and
/// for each place of the sizes (see point_at()). A claim without `metric` compares by the first
/// metric of the config.
///
/// The x axis has the second learner's mean of this metric and the y axis the first one's, with
/// standard errors both ways. The line of equal means is dashed; below it the first learner has the
/// lower mean. Chart::remark names data sets that lack a mean. A chart without points is left out.
std::vector<Chart> collection_charts(const CollectionResults& results);

}  // namespace costruct::experiments
