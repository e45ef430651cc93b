// Graphs of nearest neighbours.
#pragma once

#include "costruct/core/kernel/points.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// An undirected graph without loops, every edge of weight 1.
struct NeighbourGraph {
  std::vector<Index> begin{
      0};  ///< point i is joined to neighbour[begin[i]], ..., neighbour[begin[i + 1] - 1]
  std::vector<Index> neighbour;  ///< ascending for each point
  std::vector<Index> component;  ///< of each point, numbered in the order of their first points

  Index size() const { return static_cast<Index>(begin.size()) - 1; }
  Index num_components() const;
  std::span<const Index> of(Index point) const {
    return {neighbour.data() + begin[point], neighbour.data() + begin[point + 1]};
  }
};

/// Joins i and j where one is among the k nearest of the other, k >= 1; of equally distant ones the
/// smaller index is nearer. With at most k + 1 points all are joined. Throws DataError where it
/// would take more than `bytes`, or a distance is too large. `watch` hears of every point. Cost:
/// all n (n - 1) / 2 distances, O(n k) memory.
NeighbourGraph neighbour_graph(const Points& points, Index k, double bytes,
                               const WorkWatch& watch = {});

}  // namespace costruct
