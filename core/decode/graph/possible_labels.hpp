// The best labeling among those that have some labels at each node. Bounds of labels tell which
// labels the best labeling of a wide graph can have; if they are few, elimination finds it.
#pragma once

#include <optional>

#include "costruct/core/decode/graph/graph_scores.hpp"

namespace costruct {

/// The best labeling that has only possible labels. Returns nullopt if the nodes with several such
/// labels form a graph that is too wide for elimination.
/// @param possible  whether node v may have the label k, at v * K + k; one label of each node at
///                  least
/// Cost: that of elimination over the nodes with several labels.
std::optional<Decoded> best_of_possible_labels(const GraphScores& scores,
                                               const std::vector<char>& possible);

}  // namespace costruct
