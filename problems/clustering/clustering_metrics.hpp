// Metrics of predicted partitions.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"

namespace costruct::clustering {

std::vector<OutputMetric> clustering_metrics();

}  // namespace costruct::clustering
