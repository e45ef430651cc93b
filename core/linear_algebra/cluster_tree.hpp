// Clusters of clusters of points: k-means, and Ward's tree over its clusters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// Points in clusters of several sizes, each size a cut of one tree.
struct ClusterCuts {
  std::vector<Index> counts;                       ///< clusters of each cut, ascending
  std::vector<std::vector<std::int32_t>> cluster;  ///< [cut][point], from 0 by falling weight
};

/// k-means (Lloyd 1982) of weighted points into the most clusters asked for, from the heaviest
/// points on, then the tree that joins the two clusters whose union adds least to the weighted
/// squares (Ward 1963); each cut of it has as many clusters as asked for, or as many as there are
/// different points; fewer where a centre lost all its points to others on its way. Where
/// `iterations` did not do, points are with the centres of the last but one.
/// @param points   n rows of d numbers
/// @param weights  n numbers > 0
/// @param counts   clusters of each cut, >= 1, ascending
/// Deterministic; one thread. Cost: iterations * n * d * max(counts), and max(counts)^2 * d for the
/// tree.
ClusterCuts cluster_cuts(std::span<const float> points, Index d, std::span<const float> weights,
                         std::span<const Index> counts, Index iterations = 10);

}  // namespace costruct
