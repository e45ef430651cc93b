// Metrics of multivariate problems. They are computed from all rows of all inputs together.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"

namespace costruct::multivariate {

/// Returns the metrics of the labels of the rows, then those of the ranking of the rows by score:
/// - error_rate, f1, precision, recall, balanced_error
/// - prbep, precision_at_k, recall_at_k, roc_area, average_precision
///
/// The metrics of the ranking need a problem that offers RowScores. The options of the problem
/// `positive` and `k` have an effect: `positive` names the positive label (the second label if not
/// given), and `k` is 10 if not given. All values lie in [0, 1].
///
/// 0/0 is 0 for errors, 0.5 for roc_area, and 1 for the others. If one class has no rows,
/// balanced_error is the share of wrong rows in the other class. Among rows of equal score, prbep,
/// precision_at_k and recall_at_k are means over all orders. roc_area counts such a pair half.
/// average_precision gives a row the precision among all rows with the same or a higher score.
std::vector<OutputMetric> multivariate_metrics();

}  // namespace costruct::multivariate
