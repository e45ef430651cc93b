// The answer of a collection in one picture: the distance of each learner from the best learner of
// each data set.
#pragma once

#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// The chart by the first metric at the last place of the sizes (see point_at()) that has results.
/// It has a row for each data set and a point for each learner at
///   |mean - best mean| / max(|mean|, |best mean|).
/// This distance is 0 for the best learner, and also if both means are 0. A row at the top has the
/// medians over the data sets.
///
/// Rows are grouped by their best learner, starting with the learner that is best most often.
/// Within a group they are ordered by the lead over the second best. There are at most kMostSets
/// rows; `remark` says what is left out. No chart if no data set has results of two learners.
std::vector<Chart> distance_chart(const CollectionResults& results);

/// The largest number of rows of the distance chart.
inline constexpr std::size_t kMostSets = 44;

}  // namespace costruct::experiments
