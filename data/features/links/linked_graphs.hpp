// Graphs of rows that links join.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "costruct/data/features/links/links.hpp"
#include "costruct/problems/graph/graphs.hpp"

namespace costruct::experiments {

/// Whether a problem that takes one kind of input takes another as well: rows can be the nodes of a
/// graph; see ExampleSet::is_one_input().
bool takes_input(const std::string& of_problem, const std::string& input);

/// The feature of edges that is the weight of their link, if links have weights.
inline constexpr const char* kLinkWeight = "weight";

/// Makes a graph of each input: its parts are the nodes, and links between them are the edges. An
/// edge goes from the node with the smaller number to the other, unless links have a direction.
/// Cost: linear in the nodes and their links.
/// @param row_of_node  the row of each node of all inputs; those of an input are different
std::shared_ptr<graph::Graphs> linked_graphs(PartData nodes,
                                             std::span<const std::int32_t> row_of_node,
                                             const LinkedRows& links);

}  // namespace costruct::experiments
