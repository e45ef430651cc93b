// A graph as a JSON object: nodes with labels and features, and edges between them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// A feature as it is in a file.
struct NamedValue {
  std::string group, name;  ///< group "": the features have no groups
  double value = 1;
};

/// A graph as it is in a file.
struct GraphRecord {
  struct Node {
    std::vector<std::string> labels;  ///< none: unknown; several: one of these
    std::vector<NamedValue> features;
  };
  struct Edge {
    std::int32_t from = 0, to = 0;  ///< indices of `nodes`; they differ
    std::string type;               ///< kPlainEdge if the file names none
    std::vector<NamedValue> features;
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// The type of edges without one.
inline constexpr const char* kPlainEdge = "edge";

/// Reads a graph:
///   {"nodes": [{"id": "a", "label": "red", "features": {"size": 2}}, ...],
///    "edges": [["a", "b"], {"from": "a", "to": "c", "type": "near", "features": ["long"]}, ...]}
/// All nodes have an id, or none has. Without ids, edges name nodes by their numbers from 0. A
/// label may also be a number, a list of possible labels, or null (unknown).
///
/// Features are an object of names and numbers, a list of names (each of value 1), or a list of
/// numbers. Numbers of a list have the names 1, 2, ... The features of nodes, not of edges, may be
/// an object of groups: {"color": {"r": 1}, "shape": ["round"]}. Throws DataError("what is wrong").
/// @param labels  if false, labels are ignored, whatever they contain
GraphRecord parse_graph(std::string_view text, bool labels);

}  // namespace costruct::experiments
