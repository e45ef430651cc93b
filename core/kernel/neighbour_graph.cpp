#include "costruct/core/kernel/neighbour_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

struct Candidate {
  double distance;
  Index point;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

// The k nearest points of each point, as a heap with the farthest in front.
std::vector<std::vector<Candidate>> nearest(const Points& points, Index k, const WorkWatch& watch) {
  std::vector<std::vector<Candidate>> heaps(points.size());
  for (auto& heap : heaps) heap.reserve(static_cast<std::size_t>(k));
  const auto offer = [k](std::vector<Candidate>& heap, Candidate candidate) {
    if (static_cast<Index>(heap.size()) == k) {
      if (!(candidate < heap.front())) return;
      std::pop_heap(heap.begin(), heap.end());
      heap.pop_back();
    }
    heap.push_back(candidate);
    std::push_heap(heap.begin(), heap.end());
  };
  for (Index i = 0; i < points.size(); ++i) {
    watch_step(watch, {"nearest neighbours", "points", i, points.size()});
    for (Index j = 0; j < i; ++j) {
      const double distance = squared_distance(points[i], points[j]);
      if (!std::isfinite(distance)) refuse_too_large(points);
      offer(heaps[i], {distance, j});
      offer(heaps[j], {distance, i});
    }
  }
  return heaps;
}

void number_components(NeighbourGraph& graph) {
  graph.component.assign(static_cast<std::size_t>(graph.size()), -1);
  std::vector<Index> open;
  Index next = 0;
  for (Index first = 0; first < graph.size(); ++first) {
    if (graph.component[first] >= 0) continue;
    graph.component[first] = next;
    open.push_back(first);
    while (!open.empty()) {
      const Index i = open.back();
      open.pop_back();
      for (const Index j : graph.of(i)) {
        if (graph.component[j] >= 0) continue;
        graph.component[j] = next;
        open.push_back(j);
      }
    }
    ++next;
  }
}

// The graph with these neighbours of each point, in any order and perhaps more than once.
NeighbourGraph graph_of(std::vector<std::vector<Index>>& edges) {
  NeighbourGraph graph;
  for (std::vector<Index>& of_point : edges) {
    std::sort(of_point.begin(), of_point.end());
    graph.neighbour.insert(graph.neighbour.end(), of_point.begin(),
                           std::unique(of_point.begin(), of_point.end()));
    graph.begin.push_back(static_cast<Index>(graph.neighbour.size()));
  }
  number_components(graph);
  return graph;
}

}  // namespace

Index NeighbourGraph::num_components() const {
  return component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
}

NeighbourGraph neighbour_graph(const Points& points, Index k, double bytes,
                               const WorkWatch& watch) {
  const Index n = points.size();
  k = std::min(k, n - 1);
  // Memory of the candidates, and of each edge twice: in growing lists and in the graph.
  const double needed =
      static_cast<double>(n) * static_cast<double>(k) * (sizeof(Candidate) + 6 * sizeof(Index));
  if (needed > bytes) {
    throw DataError(fmt::format(
        "the graph of {} different points and {} neighbours each is too large for this machine's "
        "memory: limit kernel.neighbours or the number of examples",
        n, k));
  }
  std::vector<std::vector<Index>> edges(n);
  {
    const auto candidates = nearest(points, k, watch);
    for (Index i = 0; i < n; ++i) {
      for (const Candidate& candidate : candidates[i]) {
        edges[i].push_back(candidate.point);
        edges[candidate.point].push_back(i);
      }
    }
  }
  return graph_of(edges);
}

NeighbourGraph shared_feature_graph(const Points& points, double bytes) {
  std::int32_t largest = -1;
  for (const std::int32_t feature : points.feature()) largest = std::max(largest, feature);
  std::vector<std::vector<Index>> points_with(static_cast<std::size_t>(largest) + 1);
  for (Index i = 0; i < points.size(); ++i) {
    for (const std::int32_t feature : points[i].feature) points_with[feature].push_back(i);
  }
  // Memory of each edge, which has two entries: in growing lists and in the graph.
  double needed = 0;
  for (const auto& with : points_with) {
    const auto count = static_cast<double>(with.size());
    needed += count * (count - 1) * 3 * sizeof(Index);
  }
  if (needed > bytes) {
    throw DataError(fmt::format(
        "the graph of {} different points that are joined by common features is too large for this "
        "machine's memory: kernel.edges \"shared\" is for features of few points each",
        points.size()));
  }
  std::vector<std::vector<Index>> edges(static_cast<std::size_t>(points.size()));
  for (const auto& with : points_with) {
    for (const Index i : with) {
      for (const Index j : with) {
        if (i != j) edges[i].push_back(j);
      }
    }
  }
  return graph_of(edges);
}

}  // namespace costruct
