// Graphs as drawings in SVG.
#pragma once

#include <string>
#include <string_view>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Larger graphs are not drawn; nor are graphs of more than kMostPlacedNodes nodes that are no
/// grids.
inline constexpr Index kMostDrawnNodes = 2'500, kMostDrawnEdges = 10'000, kMostPlacedNodes = 300;

/// Draws a graph, given as a JSON object of the format `graph` with a label at each node. A grid
/// whose nodes are numbered row by row is a picture of squares. The nodes of other graphs are
/// circles, placed so that distances are close to numbers of edges. Source: Gansner, Koren and
/// North 2004, "Graph drawing by stress majorization".
///
/// Up to five labels are shades, which a legend explains. More labels stand in the nodes, or their
/// numbers in the legend if a label is long. `reference` may have the same graph with other labels.
/// Then nodes with a wrong label have a thick border.
///
/// All parts have the colour of the surrounding text. The drawing has the class `graph`; its parts
/// have the classes `edges`, `nodes`, `wrong`, `labels` and `legend`. Throws DataError if the text
/// is not one graph with labels, or if the graph is too large.
/// Cost: O(n^2) for each of 100 rounds, with n nodes; O(n) for grids.
std::string graph_svg(std::string_view text, std::string_view reference);

}  // namespace costruct::experiments
