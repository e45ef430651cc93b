// Compares predicted numbers with targets.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "costruct/problems/catalog.hpp"

namespace costruct::experiments {

/// The values of those of `metrics` that the problem has, by name. `loss` is the mean squared
/// error, 0 without examples.
/// @param truth, predicted  a target and a prediction for each example
std::map<std::string, double> number_scores(const ProblemEntry& problem,
                                            const std::vector<std::string>& metrics,
                                            ConstVectorRef truth, ConstVectorRef predicted);

/// Throws DataError if a prediction is not finite. place(i) names the example of the i-th one.
void check_finite(ConstVectorRef predictions, const std::function<std::string(Index)>& place);

}  // namespace costruct::experiments
