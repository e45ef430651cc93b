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
  /// @param edges  those of the scores to decode; they need not outlive the object
  GraphCut(Index nodes, std::span<const GraphEdge> edges);
  ~GraphCut();
  GraphCut(const GraphCut&) = delete;
  GraphCut& operator=(const GraphCut&) = delete;

  /// Whether a cut finds the best labeling. There must be two labels, and all scores must be
  /// finite. Each table must have
  ///   table(0, 0) + table(1, 1) >= table(0, 1) + table(1, 0).
  static bool is_possible(const GraphScores& scores);

  /// The best labeling; the smallest one among ties, if sums of scores are exact.
  /// is_possible(scores) must be true, and the edges of the scores must be those of the graph, in
  /// the same order.
  Decoded best(const GraphScores& scores) const;

 private:
  struct Network;
  std::unique_ptr<const Network> network_;
};

}  // namespace costruct
