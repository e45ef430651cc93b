// Metrics of multivariate problems. They are computed from all rows of all inputs together.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"

namespace costruct::multivariate {

/// Returns the metrics of the labels of the rows, then those of the ranking of the rows by score:
/// - error_rate, f1, precision, recall, balanced_error
/// - prbep, precision_at_k, recall_at_k, roc_area, average_precision
///
/// The rankings need a problem that offers RowScores. The metric options are `positive`, the name
/// of the positive label (the second label if not given), and `k` (10 if not given). All values lie
/// in [0, 1].
std::vector<OutputMetric> multivariate_metrics();

}  // namespace costruct::multivariate
