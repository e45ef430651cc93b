// Charts and tables of the report on the examples that learners chose to have labeled.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/charts/report_charts.hpp"
#include "costruct/results/statistics/summary.hpp"

namespace costruct::experiments {

/// The chart of the first metric over the mean number of labeled parts (such as tokens, see
/// LabeledSample), at the largest unlabeled size of each learner. No chart if no learner chooses
/// its labeled examples, or if there is one labeled size.
std::vector<Chart> labeled_charts(const RunSummary& summary);

/// HTML with the charts and with tables: how much is labeled at each size, shares of labels at the
/// largest size, and the examples that are chosen most often. A link to chosen_csv() follows. Empty
/// if no learner chooses.
/// @param charts  labeled_charts(), as HTML
std::string labeled_content(const RunSummary& summary, const std::string& charts);

/// CSV with a row for each labeled example of learners that choose. The columns are learner,
/// labeled, unlabeled, repetition, order (from 0), by, example. `by` is "draw" for an example that
/// was drawn at random and "choice" for one that the learner chose. `example` is "file:line". The
/// rows are those of the largest labeled size of each learner and unlabeled size. The first
/// examples there are those of smaller sizes.
std::string chosen_csv(const RunSummary& summary);

}  // namespace costruct::experiments
