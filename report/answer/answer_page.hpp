// The answer on top of a report as HTML.
#pragma once

#include <string>
#include <vector>

#include "costruct/report/answer/answer.hpp"
#include "costruct/results/claims/collection_results.hpp"

namespace costruct::experiments {

/// Both answers by the first metric beside one picture, and the numbers behind them to fold out.
/// Empty where the run has no result.
/// @param figure  HTML of the picture, or empty
std::string answer_content(const RunSummary& summary, const std::string& figure);

/// The same of a collection: over its data sets.
std::string collection_answer_content(const CollectionResults& results, const std::string& figure);

}  // namespace costruct::experiments
