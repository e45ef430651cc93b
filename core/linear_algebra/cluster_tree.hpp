// Hierarchical clustering of points: k-means, and Ward's tree over its clusters.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// Clusterings of the same points with several numbers of clusters. Each is a cut of one tree.
struct ClusterCuts {
  std::vector<Index> counts;  ///< number of clusters asked for in each cut, ascending
  /// The cluster of each point at [cut][point]. Clusters are numbered from 0 by descending weight.
  std::vector<std::vector<std::int32_t>> cluster;
};

/// Clusters weighted points in two steps:
///   - k-means (Lloyd 1982) into the largest number of clusters in `counts`. It starts from the
///     heaviest different points.
///   - A tree over these clusters (Ward 1963). It repeatedly joins the two clusters whose union
///     adds least to the weighted sum of squares.
///
/// A cut of the tree has as many clusters as `counts` asks for, but at most as many as there are
/// different points. It has fewer if a centre lost all its points to other centres. If k-means has
/// not converged after `iterations`, points belong to the nearest centres before the last move.
///
/// The result is deterministic. The function uses one thread. Cost: iterations * n * d *
/// max(counts), and max(counts)^2 * d for the tree.
/// @param points      n rows of d numbers, one row after the other
/// @param weights     n numbers > 0
/// @param counts      number of clusters of each cut, >= 1, ascending
/// @param iterations  most rounds of k-means, >= 1; it ends earlier if no cluster changes
ClusterCuts cluster_cuts(std::span<const float> points, Index d, std::span<const float> weights,
                         std::span<const Index> counts, Index iterations = 10);

}  // namespace costruct
