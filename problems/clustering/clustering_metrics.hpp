// Metrics of predicted partitions.
#pragma once

#include <vector>

#include "costruct/core/metric.hpp"

namespace costruct::clustering {

/// The metrics, in this order:
///   object_error     sum of the loss `total` (partition_loss.hpp) of all sets, divided by the
///                    number of all objects
///   rand_error       mean over the sets of the share of wrong pairs: together in one of the true
///                    and the predicted partition, apart in the other
///   adjusted_rand    mean over the sets of PairCounts::adjusted_rand()
///   pair_f1          PairCounts::f1() of the pairs of all sets together
///   wrong_edges      mean number of wrong pairs of a set
///   wrong_edges_before  mean number of pairs of a set whose similarity has the wrong sign: above 0
///                       although the truth puts them apart, or not above 0 although together
///   overruled_edges  mean number of pairs of a set that the prediction puts together or apart
///                    against the sign of their similarity
std::vector<OutputMetric> clustering_metrics();

}  // namespace costruct::clustering
