// Metrics of the labels, and of the ranking, of all predicted rows together.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"

namespace costruct::multivariate {

std::vector<OutputMetric> multivariate_metrics();

}  // namespace costruct::multivariate
