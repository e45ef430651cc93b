// Exact decoders for graphs of small width: elimination of one node after the other.
//
// A bucket is an eliminated node v with the nodes S that were its neighbours then. It has a table
// over the labels of v and S. Its message, a maximum or a sum over the labels of v, goes to the
// bucket of the node of S that is eliminated first. A forest needs tables over two nodes.
// Source: Dechter 1999, "Bucket elimination"; Koller and Friedman 2009, chapters 9 and 10.
#pragma once

#include <memory>
#include <vector>

#include "costruct/core/decode/graph/graph_scores.hpp"

namespace costruct {

/// An order of elimination for a graph, the node with the fewest neighbours first.
class EliminationOrder {
 public:
  /// Bounds of the tables, in entries of 8 bytes: of a bucket, and of all buckets together.
  static constexpr Index kLargestTable = Index{1} << 20, kMostEntries = Index{1} << 25;
  /// The largest number of neighbours of a node that is eliminated.
  static constexpr Index kLargestWidth = 20;

  /// Null if its tables would be larger than these bounds.
  /// Cost: O(edges log nodes) for forests; else the square of the width for each node.
  static std::shared_ptr<const EliminationOrder> of(Index nodes, Index labels,
                                                    std::span<const GraphEdge> edges);

  struct Bucket {
    int node = 0;
    std::vector<int> scope;    ///< S
    Index parent = -1;         ///< the bucket that gets its message; -1: none
    std::vector<Index> edges;  ///< numbers of the edges between the node and S
    std::vector<Index>
        to_parent;      ///< of each node of the parent's table: its stride in the message
    Index entries = 1;  ///< of the message: labels^|S|
  };
  /// The buckets in the order of elimination. Parents come after their children.
  const std::vector<Bucket>& buckets() const { return buckets_; }
  /// The bucket of each node.
  const std::vector<Index>& bucket_of() const { return bucket_of_; }
  /// The largest number of nodes in a table, minus one. It is 1 for a forest with an edge.
  Index width() const { return width_; }
  /// The entries of all tables.
  Index entries() const { return entries_; }

 private:
  std::vector<Bucket> buckets_;
  std::vector<Index> bucket_of_;
  Index width_ = 0, entries_ = 0;
};

/// The best labeling; the lexicographically smallest one among ties.
/// Cost: a pass over the tables; some passes more if there are ties.
Decoded best_by_elimination(const GraphScores& scores, const EliminationOrder& order);

/// The value of the best labeling in which node v has label k, at v * K + k, up to rounding.
/// Cost: two passes over the tables.
Vector max_marginals_by_elimination(const GraphScores& scores, const EliminationOrder& order);

/// Probabilities of labelings that are proportional to exp(value).
struct GraphMarginals {
  double log_partition = 0;
  Vector label;  ///< p(y_v = k) at v * K + k
  Vector pairs;  ///< for each table p(y_from = p, y_to = k) at p * K + k, summed over its edges
};
GraphMarginals marginals_by_elimination(const GraphScores& scores, const EliminationOrder& order);
double log_partition_by_elimination(const GraphScores& scores, const EliminationOrder& order);

/// What RankedGraphLabelings needs.
struct Elimination {
  const EliminationOrder& order;
  Decoded best(const GraphScores& scores) const { return best_by_elimination(scores, order); }
  Vector max_marginals(const GraphScores& scores) const {
    return max_marginals_by_elimination(scores, order);
  }
};

}  // namespace costruct
