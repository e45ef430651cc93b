// The score table of a graph whose nodes get labels. The decoders here read it; they know neither
// features nor learners.
//
// The value of a labeling y of n nodes is
//   sum_v node(v, y_v) + sum_(u,v) table(u, v)(y_u, y_v), over all edges (u, v).
// It is summed in the order of nodes and edges. All decoders give the value that value_of() gives.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// An edge between two nodes. `from` and `to` differ; several edges may connect the same nodes.
struct GraphEdge {
  std::int32_t from = 0, to = 0;
  /// Number of the edge's table of K * K scores. Edges may share a table.
  std::int32_t table = 0;
};

/// Scores of labels of nodes, and of pairs of labels of edges.
class GraphScores {
 public:
  /// Makes a table with all scores 0. `edges` must outlive it.
  void reset(Index nodes, Index labels, std::span<const GraphEdge> edges, Index tables) {
    nodes_ = nodes;
    labels_ = labels;
    edges_ = edges;
    tables_ = tables;
    node_.assign(static_cast<std::size_t>(nodes * labels), 0.0);
    table_.assign(static_cast<std::size_t>(tables * labels * labels), 0.0);
  }

  Index length() const { return nodes_; }   ///< n, the number of nodes
  Index labels() const { return labels_; }  ///< K
  Index tables() const { return tables_; }
  std::span<const GraphEdge> edges() const { return edges_; }

  /// The K scores of the labels of node v.
  double* node(Index v) { return node_.data() + v * labels_; }
  const double* node(Index v) const { return node_.data() + v * labels_; }
  /// The scores of a table. Label p of the node `from` and label k of the node `to` have the place
  /// p * K + k.
  double* table(Index number) { return table_.data() + number * labels_ * labels_; }
  const double* table(Index number) const { return table_.data() + number * labels_ * labels_; }
  /// Multiplies the scores of all edges by `factor`.
  void scale_edges(double factor) {
    for (double& score : table_) score *= factor;
  }

  /// The value of labeling y, see the top of this file. O(nodes + edges).
  double value_of(const Output& y) const {
    double value = 0;
    for (Index v = 0; v < nodes_; ++v) value += node(v)[y.parts[v]];
    for (const GraphEdge& edge : edges_)
      value += table(edge.table)[y.parts[edge.from] * labels_ + y.parts[edge.to]];
    return value;
  }

 private:
  Index nodes_ = 0, labels_ = 0, tables_ = 0;
  std::span<const GraphEdge> edges_;
  std::vector<double> node_, table_;
};

}  // namespace costruct
