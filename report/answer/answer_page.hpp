// The answer at the top of a report, as HTML.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/answer.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// Both answers by the first metric beside one picture, and the numbers behind them in a folded
/// part. Empty if the run has no results.
/// @param figure  HTML of the picture, or empty
std::string answer_content(const RunSummary& summary, const std::string& figure);

/// The same for a collection: over its data sets.
std::string collection_answer_content(const CollectionResults& results, const std::string& figure);

}  // namespace costruct::experiments
