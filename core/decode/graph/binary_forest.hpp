// Decoders for forests whose nodes have one of two labels, 0 or 1. They do what elimination does,
// without its tables.
#pragma once

#include <memory>
#include <vector>

#include "costruct/core/decode/graph/elimination.hpp"

namespace costruct {

/// A forest, for many decodings. Each edge has a table of its own. The score tables that you pass
/// must be for 2 labels and for edges().
class BinaryForest {
 public:
  /// @param edges  form no cycle; edge i has the table i
  BinaryForest(Index nodes, std::vector<GraphEdge> edges);

  const std::vector<GraphEdge>& edges() const { return edges_; }
  /// The order of elimination of the same forest.
  const EliminationOrder& order() const { return *elimination_; }

  /// The best labeling; the smallest one among ties. Cost: O(nodes); ties cost more.
  Decoded best(const GraphScores& scores) const;
  /// The same as marginals_by_elimination(), up to rounding. Cost: O(nodes).
  GraphMarginals marginals(const GraphScores& scores) const;

 private:
  // A node, in an order in which parents come first and the children of a node follow each other.
  struct Node {
    Index node = 0, parent = -1;           // parent: its place in the order
    Index first_child = 0, end_child = 0;  // places in the order
    Index edge = -1;                       // to the parent
    bool is_from = false;                  // whether the node is the first one of the edge
  };
  // The score of an edge to the parent for these labels.
  static double of_edge(const GraphScores& scores, const Node& v, int label, int of_parent) {
    return scores.table(v.edge)[v.is_from ? 2 * label + of_parent : 2 * of_parent + label];
  }

  std::vector<GraphEdge> edges_;
  std::vector<Node> nodes_;
  std::shared_ptr<const EliminationOrder> elimination_;
};

}  // namespace costruct
