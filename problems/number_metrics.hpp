// Metrics of predicted real numbers.
#pragma once

#include "costruct/core/metric.hpp"

namespace costruct {

/// Over n examples with targets y and predictions f:
///   rmse_scaled  rmse / max |y|
///   rmse         sqrt(sum (f - y)^2 / n)
///   mae          sum |f - y| / n
/// All are 0 for n = 0. rmse_scaled equals rmse if every y is 0. Brefeld 2008, section 4.4 divides
/// by max y instead. This is the same if the target of largest absolute value is positive, and
/// gives a negative number if all targets are negative.
std::vector<NumberMetric> number_metrics();

/// Returns the root mean square of the difference between two views' predictions, over all examples
/// and pairs of views. It is divided by the largest |y| of `truth`, as in rmse_scaled. It is 0
/// without examples or pairs.
double number_disagreement(const std::vector<Vector>& by_view, ConstVectorRef truth);

}  // namespace costruct
