#include "costruct/core/decode/graph/graph_expansion.hpp"

#include <algorithm>
#include <cmath>

namespace costruct {
namespace {

// A labeling is better only if its value is higher by more than this part, so that labels cannot
// expand for ever.
constexpr double kExpansionRounding = 1e-12;

std::vector<GraphEdge> with_own_tables(std::span<const GraphEdge> edges) {
  std::vector<GraphEdge> own(edges.begin(), edges.end());
  for (std::size_t e = 0; e < own.size(); ++e) own[e].table = static_cast<std::int32_t>(e);
  return own;
}

// The scores of an expansion of label k from y: label 1 of a node takes k, label 0 keeps y_v.
void fill_expansion(const GraphScores& scores, const Output& y, int k, GraphScores& binary) {
  const Index K = scores.labels();
  for (Index v = 0; v < scores.length(); ++v) {
    binary.node(v)[0] = scores.node(v)[y.parts[v]];
    binary.node(v)[1] = scores.node(v)[k];
  }
  for (std::size_t e = 0; e < scores.edges().size(); ++e) {
    const GraphEdge& edge = scores.edges()[e];
    const double* table = scores.table(edge.table);
    const Index p = y.parts[edge.from], q = y.parts[edge.to];
    double* of_edge = binary.table(static_cast<Index>(e));
    of_edge[0] = table[p * K + q];
    of_edge[1] = table[p * K + k];
    of_edge[2] = table[k * K + q];
    of_edge[3] = table[k * K + k];
  }
}

}  // namespace

GraphExpansion::GraphExpansion(Index nodes, std::span<const GraphEdge> edges)
    : edges_(with_own_tables(edges)), cut_(nodes, edges_) {}

bool GraphExpansion::is_possible(const GraphScores& scores) {
  const Index K = scores.labels();
  if (K < 2) return false;
  for (Index i = 0; i < K * scores.length(); ++i) {
    if (!std::isfinite(scores.node(0)[i])) return false;
  }
  for (Index t = 0; t < scores.tables(); ++t) {
    const double* table = scores.table(t);
    for (Index k = 0; k < K; ++k) {
      for (Index i = 0; i < K * K; ++i) {
        const Index p = i / K, q = i % K;
        const double lambda = (table[i] + table[k * K + k]) - (table[p * K + k] + table[k * K + q]);
        if (!(lambda >= 0) || !std::isfinite(lambda)) return false;
      }
    }
  }
  return true;
}

Decoded GraphExpansion::best(const GraphScores& scores) const {
  const auto K = static_cast<int>(scores.labels());
  Decoded best;
  for (Index v = 0; v < scores.length(); ++v) {
    const double* row = scores.node(v);
    best.output.parts.push_back(static_cast<int>(std::max_element(row, row + K) - row));
  }
  best.value = scores.value_of(best.output);
  GraphScores binary;
  binary.reset(scores.length(), 2, edges_, std::ssize(edges_));
  // The number of labels in turn that have not raised the value.
  for (int k = 0, idle = 0; idle < K; k = (k + 1) % K) {
    fill_expansion(scores, best.output, k, binary);
    Output y = cut_.best(binary).output;
    for (std::size_t v = 0; v < y.parts.size(); ++v)
      y.parts[v] = y.parts[v] == 1 ? k : best.output.parts[v];
    const double value = scores.value_of(y);
    if (value - best.value > kExpansionRounding * std::abs(best.value)) {
      best = {std::move(y), value};
      idle = 1;  // an expansion of k again would not raise it
    } else {
      ++idle;
    }
  }
  return best;
}

}  // namespace costruct
