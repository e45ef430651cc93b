// The problem `multivariate` with a loss of rankings: roc_area and average_precision.
#pragma once

#include <memory>

#include "costruct/core/structured_problem.hpp"
#include "costruct/problems/multivariate/measure_loss.hpp"
#include "costruct/problems/multivariate/sample_rows.hpp"

namespace costruct::multivariate {

/// Makes the problem.
/// @param measure   kRocArea or kAveragePrecision
/// @param positive  the label whose rows a ranking puts above the others
std::unique_ptr<StructuredProblem> make_rankings(SampleRows rows, Measure measure, int positive);

}  // namespace costruct::multivariate
