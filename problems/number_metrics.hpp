// Metrics of predicted numbers.
#pragma once

#include "costruct/core/metric.hpp"

namespace costruct {

/// Over n examples with targets y and predictions f:
///   rmse_scaled  rmse / max |y|       (Brefeld 2008, section 4.4, divides by max y: the same where
///                                     the target of largest absolute value is positive, and a
///                                     negative number where all are)
///   rmse         sqrt(sum (f - y)^2 / n)
///   mae          sum |f - y| / n
/// All are 0 for n = 0. rmse_scaled is rmse where every y is 0.
std::vector<NumberMetric> number_metrics();

/// Root mean square of the difference of two views' predictions, over all examples and pairs of
/// views, divided by the largest |y| of `truth` as rmse_scaled is; 0 where there are no examples or
/// pairs.
double number_disagreement(const std::vector<Vector>& by_view, ConstVectorRef truth);

}  // namespace costruct
