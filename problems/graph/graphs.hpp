// The data of the problem `graph`: graphs whose nodes and edges have features.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costruct/core/decode/graph/graph_scores.hpp"
#include "costruct/core/feature_table.hpp"

namespace costruct::graph {

/// The name of this kind of inputs, see ProblemEntry::input.
inline constexpr const char* kGraphs = "graphs";

/// Graphs as the inputs of a problem.
struct Graphs : ProblemData {
  PartData nodes;  ///< an example is a graph, its parts are the nodes
  /// Graph x has the edges [edge_begin[x], edge_begin[x + 1]). The ends of an edge are numbers of
  /// nodes within the graph, from 0. GraphEdge::table is not used.
  std::vector<Index> edge_begin{0};
  std::vector<GraphEdge> edges;
  /// The features of edges, which all views have: a part is an edge. Every edge has one of the
  /// features [0, num_types) with the value 1, its type.
  FeatureTable edge_features;
  Index num_types = 1;                               ///< number of types of edges, >= 1
  std::vector<std::string> edge_feature_names = {};  ///< types first

  /// Whether edges have features besides their types.
  bool edges_have_features() const { return edge_features.num_features > num_types; }
  Index num_inputs() const { return std::ssize(edge_begin) - 1; }
  /// Returns the same data with the features of all views in one view.
  std::shared_ptr<const Graphs> in_one_view() const {
    auto one = std::make_shared<Graphs>(*this);
    one->nodes = *nodes.in_one_view();
    return one;
  }
};

}  // namespace costruct::graph
