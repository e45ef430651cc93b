// `multivariate` where the loss is of a ranking: roc_area and average_precision.
#pragma once

#include <memory>

#include "costruct/core/structured_problem.hpp"
#include "costruct/problems/multivariate/measure_loss.hpp"
#include "costruct/problems/multivariate/sample_rows.hpp"

namespace costruct::multivariate {

/// @param measure   kRocArea or kAveragePrecision
/// @param positive  the label whose rows are to stand above the others
std::unique_ptr<StructuredProblem> make_rankings(SampleRows rows, Measure measure, int positive);

}  // namespace costruct::multivariate
