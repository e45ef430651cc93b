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

  /// Finds an order for a graph. Returns null if its tables would be larger than these bounds.
  /// Cost: O(edges log nodes) for forests; else the square of the width for each node.
  static std::shared_ptr<const EliminationOrder> of(Index nodes, Index labels,
                                                    std::span<const GraphEdge> edges);

  /// An eliminated node with its table and its message; see the top of this file.
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
  /// The number of each node's bucket in buckets().
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

// In the functions below, `order` must belong to the graph of the scores. K is the number of
// labels.

/// The best labeling; the lexicographically smallest one among ties.
/// Cost: a pass over the tables; some passes more if there are ties.
Decoded best_by_elimination(const GraphScores& scores, const EliminationOrder& order);

/// The value of the best labeling in which node v has label k, at v * K + k, up to rounding.
/// Cost: two passes over the tables.
Vector max_marginals_by_elimination(const GraphScores& scores, const EliminationOrder& order);

/// The log-partition and marginals of the distribution p(y) = exp(value of y) / Z over labelings.
struct GraphMarginals {
  double log_partition = 0;  ///< log Z
  Vector label;              ///< p(y_v = k) at v * K + k
  /// The sum of p(y_from = p, y_to = k) over the edges of table t, at (t * K + p) * K + k.
  Vector pairs;
};
/// Computes GraphMarginals. Cost: two passes over the tables.
GraphMarginals marginals_by_elimination(const GraphScores& scores, const EliminationOrder& order);
/// log Z, the logarithm of the sum of exp(value) over all labelings. Cost: a pass over the tables.
double log_partition_by_elimination(const GraphScores& scores, const EliminationOrder& order);

/// Decodes by elimination, for RankedGraphLabelings (ranked_graph_labelings.hpp). The order must
/// outlive it.
struct Elimination {
  const EliminationOrder& order;
  Decoded best(const GraphScores& scores) const { return best_by_elimination(scores, order); }
  Vector max_marginals(const GraphScores& scores) const {
    return max_marginals_by_elimination(scores, order);
  }
};

}  // namespace costruct
