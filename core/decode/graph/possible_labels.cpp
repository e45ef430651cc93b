#include "costruct/core/decode/graph/possible_labels.hpp"

#include <algorithm>

#include "costruct/core/decode/graph/elimination.hpp"

namespace costruct {
namespace {

// Larger graphs of undecided nodes, and larger tables, are left to other decoders.
constexpr Index kMostUndecided = 20'000;
constexpr Index kMostTableEntries = Index{1} << 21;
// The score of a place without a label, which no labeling has.
constexpr double kNoLabel = -1e120;

}  // namespace

std::optional<Decoded> best_of_possible_labels(const GraphScores& scores,
                                               const std::vector<char>& possible) {
  const Index n = scores.length(), K = scores.labels();
  // The possible labels of each node; the undecided nodes, which have several; and their numbers.
  std::vector<std::vector<int>> labels(static_cast<std::size_t>(n));
  std::vector<Index> undecided;
  std::vector<std::int32_t> number(static_cast<std::size_t>(n), -1);
  std::size_t most = 1;
  for (Index v = 0; v < n; ++v) {
    for (int k = 0; k < K; ++k) {
      if (possible[v * K + k]) labels[v].push_back(k);
    }
    most = std::max(most, labels[v].size());
    if (labels[v].size() < 2) continue;
    number[v] = static_cast<std::int32_t>(undecided.size());
    undecided.push_back(v);
  }
  if (std::ssize(undecided) > kMostUndecided) return std::nullopt;

  std::vector<GraphEdge> edges;  // between undecided nodes
  std::vector<Index> of;         // the number of each of them in all edges
  for (Index e = 0; e < std::ssize(scores.edges()); ++e) {
    const GraphEdge& edge = scores.edges()[e];
    if (number[edge.from] < 0 || number[edge.to] < 0) continue;
    edges.push_back({number[edge.from], number[edge.to], static_cast<std::int32_t>(edges.size())});
    of.push_back(e);
  }
  const auto M = static_cast<Index>(most);
  const auto order = EliminationOrder::of(std::ssize(undecided), M, edges);
  if (order == nullptr || order->entries() > kMostTableEntries) return std::nullopt;

  GraphScores few;
  few.reset(std::ssize(undecided), M, edges, std::ssize(edges));
  for (Index u = 0; u < std::ssize(undecided); ++u) {
    const std::vector<int>& own = labels[undecided[u]];
    for (Index i = 0; i < M; ++i)
      few.node(u)[i] = i < std::ssize(own) ? scores.node(undecided[u])[own[i]] : kNoLabel;
  }
  for (const GraphEdge& edge : scores.edges()) {
    const double* table = scores.table(edge.table);
    const std::vector<int>&from = labels[edge.from], &to = labels[edge.to];
    if (number[edge.from] >= 0 && number[edge.to] < 0) {
      for (std::size_t i = 0; i < from.size(); ++i)
        few.node(number[edge.from])[i] += table[from[i] * K + to[0]];
    } else if (number[edge.from] < 0 && number[edge.to] >= 0) {
      for (std::size_t i = 0; i < to.size(); ++i)
        few.node(number[edge.to])[i] += table[from[0] * K + to[i]];
    }
  }
  for (Index e = 0; e < std::ssize(edges); ++e) {
    const GraphEdge& edge = scores.edges()[of[e]];
    const double* table = scores.table(edge.table);
    const std::vector<int>&from = labels[edge.from], &to = labels[edge.to];
    for (std::size_t i = 0; i < from.size(); ++i) {
      for (std::size_t j = 0; j < to.size(); ++j)
        few.table(e)[static_cast<Index>(i) * M + static_cast<Index>(j)] =
            table[from[i] * K + to[j]];
    }
  }

  Decoded found;
  for (const std::vector<int>& of_node : labels) found.output.parts.push_back(of_node[0]);
  if (!undecided.empty()) {
    const Decoded best = best_by_elimination(few, *order);
    for (Index u = 0; u < std::ssize(undecided); ++u)
      found.output.parts[undecided[u]] = labels[undecided[u]][best.output.parts[u]];
  }
  found.value = scores.value_of(found.output);
  return found;
}

}  // namespace costruct
