// The answer at the top of a report, as HTML.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/answer.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// Returns the section of the page that answers two questions by the first metric: which learner is
/// best, and do unlabeled examples help? The picture is beside the answers, and a folded part has
/// the numbers behind them. Empty if the run has no results.
/// @param figure  HTML of the picture, or empty
std::string answer_content(const RunSummary& summary, const std::string& figure);

/// Does the same for a collection, over all its data sets.
std::string collection_answer_content(const CollectionResults& results, const std::string& figure);

}  // namespace costruct::experiments
