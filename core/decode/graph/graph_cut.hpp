// The best labeling of a graph with two labels, by a minimum cut.
// Source: Kolmogorov and Zabih 2004, "What energy functions can be minimized via graph cuts?"; the
// maximum flow is that of Boykov and Kolmogorov 2004, from Boost.Graph.
#pragma once

#include <memory>

#include "costruct/core/decode/graph/graph_scores.hpp"

namespace costruct {

/// A graph whose nodes have one of two labels, 0 or 1, for many decodings.
class GraphCut {
 public:
  GraphCut(Index nodes, std::span<const GraphEdge> edges);
  ~GraphCut();
  GraphCut(const GraphCut&) = delete;
  GraphCut& operator=(const GraphCut&) = delete;

  /// Whether a cut finds the best labeling: there are two labels, all scores are finite, and each
  /// table has table(0, 0) + table(1, 1) >= table(0, 1) + table(1, 0).
  static bool is_possible(const GraphScores& scores);

  /// The best labeling; the smallest one among ties, if sums of scores are exact.
  /// Precondition: is_possible(scores). The edges of the scores are those of the graph.
  Decoded best(const GraphScores& scores) const;

 private:
  struct Network;
  std::unique_ptr<const Network> network_;
};

}  // namespace costruct
