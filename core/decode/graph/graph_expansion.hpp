// Decodes graphs with any number of labels by alpha expansion.
// Source: Boykov, Veksler and Zabih 2001, "Fast approximate energy minimization via graph cuts".
#pragma once

#include "costruct/core/decode/graph/graph_cut.hpp"

namespace costruct {

/// A decoder for one graph whose nodes have one of several labels. It can decode many score tables.
///
/// An expansion of label k gives k to any set of nodes, and all others keep their labels. A minimum
/// cut finds the best expansion. Labels expand in turn until none of them raises the value.
class GraphExpansion {
 public:
  /// @param edges  those of the scores to decode; they need not outlive the object
  GraphExpansion(Index nodes, std::span<const GraphEdge> edges);

  /// Returns whether a minimum cut can find the best expansion of every label. There must be two
  /// labels or more, and all scores must be finite. For all labels p, q and k, each table must have
  ///   table(p, q) + table(k, k) >= table(p, k) + table(k, q).
  /// This holds, for example, if table(p, q) is minus a metric distance between p and q.
  /// Cost: O(K^3) for each table.
  static bool is_possible(const GraphScores& scores);

  /// Returns a labeling that no expansion improves by more than rounding, and its value. The search
  /// starts with the best label of each node alone and expands the labels in their order. With two
  /// labels the result is the best labeling. With more labels it may have a lower value. In the
  /// Potts model without positive scores, its value is at least twice the (negative) maximum
  /// (Theorem 6.1).
  ///
  /// is_possible(scores) must be true, and the edges of the scores must be those of the graph. The
  /// cost is a minimum cut for each expansion. The search ends when the expansions of all labels in
  /// turn do not raise the value.
  Decoded best(const GraphScores& scores) const;

 private:
  std::vector<GraphEdge> edges_;  // each with a table of its own
  GraphCut cut_;
};

}  // namespace costruct
