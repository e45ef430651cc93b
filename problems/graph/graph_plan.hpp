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

/// The option `decoder`.
enum class GraphDecoder { kAuto, kElimination, kMessages, kCut, kExpansion, kRelaxation };

/// How one input is decoded. It has an order of elimination or, without one, the links for message
/// passing. A cut and expansions are for scores that have them; others are decoded by messages.
struct GraphPlan {
  std::vector<GraphEdge> edges;  ///< with the numbers of their tables
  Index tables = 0;
  std::shared_ptr<const EliminationOrder> order;
  std::shared_ptr<const MessagePassing> messages;
  std::shared_ptr<const GraphCut> cut;
  std::shared_ptr<const GraphExpansion> expansion;

  bool is_exact() const { return order != nullptr; }
  Decoded best(const GraphScores& scores) const;
  /// The labeling of best(), and a bound of all. Expansions have none, so messages bound them.
  BoundedLabeling bounded_best(const GraphScores& scores) const;
  /// The k best labelings: exactly by elimination, else among those that differ in one label from
  /// the best one.
  std::vector<Decoded> k_best(GraphScores& scores, Index k) const;
  /// The best labeling other than y, found in the same way.
  std::optional<Decoded> best_other(GraphScores& scores, const Output& y) const;
};

/// A plan for each input. Throws ConfigError if the decoder does not suit the data.
std::vector<GraphPlan> plans_of(const Graphs& data, GraphDecoder decoder);
/// Plans for the same inputs without edges.
std::vector<GraphPlan> plans_without_edges(const PartData& nodes);

}  // namespace costruct::graph
