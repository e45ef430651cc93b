// Fractional labelings of graphs: the linear program over the local polytope.
//
// Each node v has shares mu_v(k) >= 0 of its labels, which sum to 1. Each edge (u, v) has shares
// mu_uv(p, k) >= 0 of pairs of labels, with sum_k mu_uv(p, k) = mu_u(p) and sum_p mu_uv(p, k) =
// mu_v(k). A labeling is a point with whole shares. In forests all vertices are labelings.
// Source: Wainwright, Jaakkola and Willsky 2005, "MAP estimation via agreement on trees: message
// passing and linear programming", section 3.
#pragma once

#include <algorithm>

#include "costruct/core/decode/graph/message_passing.hpp"
#include "costruct/core/decode/linear_program.hpp"

namespace costruct {

/// A point of the local polytope.
struct RelaxedLabeling {
  Vector label;      ///< mu_v(k) at v * K + k
  Vector pairs;      ///< for edge e, mu_e(p, k) at (e * K + p) * K + k
  double value = 0;  ///< a bound of all labelings; the value of the point up to about 1e-9 of it

  /// Whether node v has one label, up to 1e-6.
  bool is_whole(Index v, Index labels) const {
    constexpr double kWhole = 1 - 1e-6;
    const auto row = label.begin() + v * labels;
    return std::any_of(row, row + labels, [](double share) { return share >= kWhole; });
  }
};

/// The point with the highest value. If messages attain their bound, it is the labeling that they
/// find. Otherwise CLP solves the linear program.
///
/// Nodes have no shares of labels with scores below -1e100. Repeated calls find the same point.
/// Throws a ConfigError with the reason if linear_program_unavailable() gives one.
/// @param messages  made for the same nodes and edges
/// Cost: a linear program with K variables for each node and K^2 for each edge. It has 2 K
/// conditions for each edge and one for each node.
RelaxedLabeling relaxed_labeling(const GraphScores& scores, const MessagePassing& messages);

}  // namespace costruct
