// Charts and tables of the report on the examples that learners chose to have labeled.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The first metric by the mean number of labeled parts, at the largest unlabeled size of each
/// learner. No chart if no learner chooses its labeled examples, or if there is one labeled size.
std::vector<Chart> labeled_charts(const RunSummary& summary);

/// How much is labeled at each size, shares of labels at the largest size, and the examples that
/// are chosen most often. Empty if no learner chooses.
/// @param charts  labeled_charts(), as HTML
std::string labeled_content(const RunSummary& summary, const std::string& charts);

/// A row for each labeled example of learners that choose: learner, labeled, unlabeled, repetition,
/// order, by ("draw" for those at random, "choice"), example. It has the largest labeled size of
/// each learner and unlabeled size. The first examples there are those of smaller sizes.
std::string chosen_csv(const RunSummary& summary);

}  // namespace costruct::experiments
