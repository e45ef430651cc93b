// Finds the best labeling if only some labels are possible at each node. For a graph that is too
// wide for elimination, bounds (message_passing.hpp) rule out labels that the best labeling cannot
// have. If few labels are left, elimination finds the best labeling.
#pragma once

#include <optional>

#include "costruct/core/decode/graph/graph_scores.hpp"

namespace costruct {

/// The best labeling that has only possible labels. Returns nullopt if the nodes with several such
/// labels form a graph that is too wide for elimination.
/// @param possible  whether node v may have the label k, at v * K + k; at least one label of each
///                  node
/// Cost: that of elimination over the nodes with several labels.
std::optional<Decoded> best_of_possible_labels(const GraphScores& scores,
                                               const std::vector<char>& possible);

}  // namespace costruct
