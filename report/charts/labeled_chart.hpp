// Charts of a metric by the number of labeled parts, for runs in which learners choose what is
// labeled.
#pragma once

#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The mean number of labeled parts of a group of cells; count 0 if it is not known.
MeanAndError labeled_parts(const CellGroup& group);

/// The first metric by the mean number of labeled parts, at the largest unlabeled size of each
/// learner. No chart if no learner chooses its labeled examples, or if there is one labeled size.
std::vector<Chart> labeled_charts(const RunSummary& summary);

}  // namespace costruct::experiments
