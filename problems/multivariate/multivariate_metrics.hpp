// How good the labels and the ranking of all predicted rows together are.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"

namespace costruct::multivariate {

std::vector<OutputMetric> multivariate_metrics();

}  // namespace costruct::multivariate
