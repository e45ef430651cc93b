// Graphs of rows that links join.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "costruct/data/features/links/links.hpp"
#include "costruct/problems/graph/graphs.hpp"

namespace costruct::experiments {

/// Whether a problem whose kind of input is `of_problem` takes examples of the kind `input`. It
/// does if the kinds are the same. A problem on graphs also takes rows, which are then the nodes of
/// a graph; see ExampleSet::is_one_input().
bool takes_input(const std::string& of_problem, const std::string& input);

/// The feature of edges that is the weight of their link, if links have weights.
inline constexpr const char* kLinkWeight = "weight";

/// Makes a graph of each input: its parts are the nodes, and links between them are the edges. An
/// edge goes from the node with the smaller number to the other, unless links have a direction.
/// Each edge has an indicator of the type of its link. If links have weights, it also has the
/// feature kLinkWeight. Cost: linear in the nodes and their links.
/// @param row_of_node  the row in `links` of each node of all inputs; those of an input are
/// different
std::shared_ptr<graph::Graphs> linked_graphs(PartData nodes,
                                             std::span<const std::int32_t> row_of_node,
                                             const LinkedRows& links);

}  // namespace costruct::experiments
