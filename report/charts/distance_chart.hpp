// The answer of a collection in one picture: how far each learner is behind the best of each data
// set.
#pragma once

#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// By the first metric at the last place of the sizes that has results: a row for each data set, a
/// point for each learner at |mean - best mean| / max(|mean|, |best mean|), which is 0 for the best
/// and has a value where the best is 0 too; above them the medians over the data sets. Rows go by
/// who is best, the most often best learner first, then by the lead on the next. No more than
/// kMostSets rows; `remark` says what is left out. None where no data set has results of two
/// learners.
std::vector<Chart> distance_chart(const CollectionResults& results);

inline constexpr std::size_t kMostSets = 44;

}  // namespace costruct::experiments
