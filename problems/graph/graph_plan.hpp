// How graphs are decoded: by elimination, a minimum cut, expansions or message passing.
#pragma once

#include <memory>
#include <vector>

#include "costruct/core/decode/graph/elimination.hpp"
#include "costruct/core/decode/graph/graph_cut.hpp"
#include "costruct/core/decode/graph/graph_expansion.hpp"
#include "costruct/core/decode/graph/message_passing.hpp"
#include "costruct/problems/graph/graphs.hpp"

namespace costruct::graph {

/// The option `decoder`:
///   kAuto         elimination for a forest, or if its tables have at most 2^20 entries; else a
///                 minimum cut for two labels; else message passing
///   kElimination  exact; ConfigError for a graph that is too wide
///   kMessages     message passing
///   kCut          minimum cut; ConfigError unless there are two labels
///   kExpansion    alpha expansion
///   kRelaxation   message passing, and a linear program for loss-augmented decoding
/// A cut and expansions need scores that they can decode, see GraphCut::is_possible() and
/// GraphExpansion::is_possible(). Other scores are decoded by message passing.
enum class GraphDecoder { kAuto, kElimination, kMessages, kCut, kExpansion, kRelaxation };

/// How one input is decoded, for any scores of its nodes and edges. A plan has either `order` or
/// `messages`; the other one is null. With `messages`, it may also have `cut` or `expansion`. These
/// come first if they can decode the scores.
///
/// The scores must have the edges and tables of the plan. Labelings of a graph without nodes are
/// empty.
struct GraphPlan {
  std::vector<GraphEdge> edges;  ///< with the numbers of their tables
  Index tables = 0;              ///< number of score tables: one per edge, or one per type of edge
  std::shared_ptr<const EliminationOrder> order;
  std::shared_ptr<const MessagePassing> messages;
  std::shared_ptr<const GraphCut> cut;
  std::shared_ptr<const GraphExpansion> expansion;

  /// Whether best() finds the maximum for all scores. With a cut it does so for some.
  bool is_exact() const { return order != nullptr; }
  /// The best labeling that the plan finds, and its value.
  Decoded best(const GraphScores& scores) const;
  /// The labeling of best(), and an upper bound of the value of all labelings. Expansions do not
  /// bound it, so message passing computes the bound then.
  BoundedLabeling bounded_best(const GraphScores& scores) const;
  /// The k best labelings by descending value, or fewer if there are fewer. Elimination is exact.
  /// Otherwise the candidates are the labeling of best() and those that differ from it in one
  /// label. The function may change the scores, but restores them.
  std::vector<Decoded> k_best(GraphScores& scores, Index k) const;
  /// The best labeling other than y, found in the same way; nullopt if there is none.
  std::optional<Decoded> best_other(GraphScores& scores, const Output& y) const;
};

/// A plan for each input. Throws ConfigError if the decoder does not suit the data (see
/// GraphDecoder), or if this program was built without the solver that kRelaxation needs.
std::vector<GraphPlan> plans_of(const Graphs& data, GraphDecoder decoder);
/// Plans for the same inputs without edges, as by kAuto.
std::vector<GraphPlan> plans_without_edges(const PartData& nodes);

}  // namespace costruct::graph
