// Labelings of graphs with any number of labels, by alpha expansion.
// Source: Boykov, Veksler and Zabih 2001, "Fast approximate energy minimization via graph cuts".
#pragma once

#include "costruct/core/decode/graph/graph_cut.hpp"

namespace costruct {

/// A graph whose nodes have one of several labels, for many decodings.
///
/// An expansion of label k gives k to any set of nodes, and all others keep their labels. A minimum
/// cut finds the best expansion. Labels expand in turn until none of them raises the value.
class GraphExpansion {
 public:
  GraphExpansion(Index nodes, std::span<const GraphEdge> edges);

  /// Whether all expansions can be cut: there are two labels or more, all scores are finite, and
  /// each table has, for all labels p, q and k,
  ///   table(p, q) + table(k, k) >= table(p, k) + table(k, q).
  /// Scores of pairs are then the negative of a metric where equal labels score the same.
  /// Cost: O(K^3) for each table.
  static bool is_possible(const GraphScores& scores);

  /// A labeling that no expansion improves by more than rounding. It begins with the best label of
  /// each node alone, and labels expand in their order. With two labels it is the best labeling,
  /// and with more it may be below it. If no node or edge scores above 0, its value is at least
  /// twice the best one in the Potts model (Theorem 6.1), and values are negative.
  /// Precondition: is_possible(scores). The edges of the scores are those of the graph.
  Decoded best(const GraphScores& scores) const;

 private:
  std::vector<GraphEdge> edges_;  // each with a table of its own
  GraphCut cut_;
};

}  // namespace costruct
