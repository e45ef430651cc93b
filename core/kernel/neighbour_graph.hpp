// Graphs of points: of nearest neighbours, and of points with common features.
#pragma once

#include "costruct/core/kernel/points.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// An undirected graph without loops, in compressed rows. Every edge has weight 1.
struct NeighbourGraph {
  /// Point i is joined to neighbour[begin[i]], ..., neighbour[begin[i + 1] - 1].
  std::vector<Index> begin{0};
  std::vector<Index> neighbour;  ///< ascending for each point
  /// The connected component of each point. Components are numbered from 0 in the order of their
  /// first points.
  std::vector<Index> component;

  Index size() const { return static_cast<Index>(begin.size()) - 1; }
  Index num_components() const;
  /// The points that this point is joined to.
  std::span<const Index> of(Index point) const {
    return {neighbour.data() + begin[point], neighbour.data() + begin[point + 1]};
  }
};

/// Joins points i and j if one is among the k nearest neighbours of the other, k >= 1. Among equal
/// distances the smaller index is nearer. Up to k + 1 points are all joined to each other. Throws
/// DataError if the graph takes more than `bytes`, or a distance is too large. Calls `watch` for
/// every point. Cost: all n (n - 1) / 2 distances, O(n k) memory.
NeighbourGraph neighbour_graph(const Points& points, Index k, double bytes,
                               const WorkWatch& watch = {});

/// Joins points that have a feature in common. Throws DataError if the graph takes more than
/// `bytes`. A feature of m points costs m (m - 1) / 2 edges.
NeighbourGraph shared_feature_graph(const Points& points, double bytes);

}  // namespace costruct
