// Labelings of graphs of any width, by sequential tree-reweighted message passing.
// Source: Kolmogorov 2006, "Convergent tree-reweighted message passing for energy minimization".
//
// Messages also bound the value of all labelings in which node v has label k. Let s(l) be the score
// of label l at v plus all messages to v. This bound is lower than the bound of all labelings by
// max_l s(l) - s(k). If a known labeling has a higher value, the best labeling does not have label
// k at v. If few labels are left, elimination finds the best labeling.
#pragma once

#include "costruct/core/decode/graph/graph_scores.hpp"

namespace costruct {

/// A labeling, and a bound of the value of all labelings.
struct BoundedLabeling {
  Decoded found;
  double bound = 0;  ///< no labeling has a higher value, up to rounding
};

/// The nodes of a graph and their edges, for many decodings. Scores to decode must be finite and
/// have at least one label. If several labelings are best, any one may be found, but equal scores
/// always give the same one. Decoding is safe to call concurrently.
class MessagePassing {
 public:
  /// @param edges  those of the scores to decode, in the same order; their tables have no effect,
  ///               and they need not outlive the object
  MessagePassing(Index nodes, std::span<const GraphEdge> edges);

  /// Passes messages until the labeling attains the bound, until the bound stalls, or for
  /// kMostPasses passes. Then it changes the labels of single nodes while that raises the value. If
  /// the value is still below the bound, it removes impossible labels and tries elimination.
  /// Cost of a pass with K labels: O(edges K^2). It is O(edges K) if each table gives all pairs of
  /// different labels the same score. Memory: 2 K doubles for each edge and 2 K^2 for each table,
  /// without that of elimination.
  BoundedLabeling decode(const GraphScores& scores) const;
  /// The same without elimination. The bound then also bounds the linear programming relaxation
  /// over the local polytope.
  BoundedLabeling decode_by_messages(const GraphScores& scores) const;

  static constexpr Index kMostPasses = 200;

 private:
  template <int kLabels>
  class Passes;
  BoundedLabeling decode(const GraphScores& scores, bool by_messages_alone) const;

  // An edge as one of its nodes sees it, in links_. The message to this node has the place of the
  // link.
  struct Link {
    std::int32_t edge, other;
    std::int32_t back;  // the link of the other node
  };
  // Links of a node to smaller nodes, then those to larger ones.
  std::vector<Link> links_;
  std::vector<Index> begin_, middle_;  // of each node in links_
};

}  // namespace costruct
