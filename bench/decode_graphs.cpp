// Prints nodes per second of the decoders of graphs, with one thread, on random scores. Small
// graphs are decoded by brute force, too. It also prints how far the labelings of message passing
// and of expansions lie below the bounds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "costruct/core/decode/graph/elimination.hpp"
#include "costruct/core/decode/graph/graph_cut.hpp"
#include "costruct/core/decode/graph/graph_expansion.hpp"
#include "costruct/core/decode/graph/message_passing.hpp"
#include "costruct/core/random.hpp"
#include "cpu_seconds.hpp"

using namespace costruct;

namespace {

struct Graph {
  std::string name;
  Index nodes;
  std::vector<GraphEdge> edges;
};

Graph forest(Index nodes, RandomStream& random) {
  Graph graph{fmt::format("tree of {} nodes", nodes), nodes, {}};
  for (Index v = 1; v < nodes; ++v) {
    const auto up = random.below(static_cast<std::uint64_t>(v));
    graph.edges.push_back({static_cast<std::int32_t>(up), static_cast<std::int32_t>(v), 0});
  }
  return graph;
}

Graph grid(std::int32_t side) {
  Graph graph{fmt::format("grid of {0} x {0}", side), Index{side} * side, {}};
  for (std::int32_t v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) graph.edges.push_back({v, v + 1, 0});
    if (v + side < side * side) graph.edges.push_back({v, v + side, 0});
  }
  return graph;
}

Graph links(Index nodes, Index edges, RandomStream& random) {
  Graph graph{fmt::format("{} nodes with {} edges at random", nodes, edges), nodes, {}};
  while (std::ssize(graph.edges) < edges) {
    const auto u = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(nodes))),
               v = static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(nodes)));
    if (u != v) graph.edges.push_back({u, v, 0});
  }
  return graph;
}

// Random scores of nodes in [0, 1). Equal labels of an edge have the score `equal`.
GraphScores scores_of(const Graph& graph, Index labels, double equal, RandomStream& random) {
  GraphScores scores;
  scores.reset(graph.nodes, labels, graph.edges, 1);
  for (Index i = 0; i < graph.nodes * labels; ++i) scores.node(0)[i] = random.uniform();
  for (Index k = 0; k < labels; ++k) scores.table(0)[k * labels + k] = equal;
  return scores;
}

void tell(const std::string& decoder, const Graph& graph, Index labels, double seconds,
          const std::string& more) {
  fmt::print("{:<44} {:<12} {} labels {:>11.0f} nodes/s{}\n", graph.name, decoder, labels,
             static_cast<double>(graph.nodes) / seconds, more);
}

// Decodes until half a second has passed. Returns the seconds of a decoding.
template <class Decode>
double seconds_of_one(const Decode& decode) {
  Index times = 0;
  double seconds = 0;
  for (; seconds < .5; ++times) seconds += seconds_of(decode);
  return seconds / static_cast<double>(times);
}

// The best of all labelings, one after the other.
double best_by_brute_force(const GraphScores& scores) {
  const Index n = scores.length();
  Output y{std::vector<int>(static_cast<std::size_t>(n), 0)};
  double best = scores.value_of(y);
  for (;;) {
    Index v = 0;
    while (v < n && y.parts[static_cast<std::size_t>(v)] == scores.labels() - 1)
      y.parts[static_cast<std::size_t>(v++)] = 0;
    if (v == n) return best;
    ++y.parts[static_cast<std::size_t>(v)];
    best = std::max(best, scores.value_of(y));
  }
}

void measure(const Graph& graph, Index labels, RandomStream& random) {
  const GraphScores scores = scores_of(graph, labels, .3, random);
  const auto order = EliminationOrder::of(graph.nodes, labels, graph.edges);
  double best = 0;
  if (graph.nodes <= 16) {
    tell("brute force", graph, labels, seconds_of_one([&] { (void)best_by_brute_force(scores); }),
         "");
  }
  if (order) {
    tell("elimination", graph, labels,
         seconds_of_one([&] { best = best_by_elimination(scores, *order).value; }), "");
    tell("sums", graph, labels,
         seconds_of_one([&] { (void)marginals_by_elimination(scores, *order); }), "");
  }
  if (GraphCut::is_possible(scores)) {
    const GraphCut cut(graph.nodes, graph.edges);
    tell("cut", graph, labels, seconds_of_one([&] { best = cut.best(scores).value; }), "");
  }
  const MessagePassing messages(graph.nodes, graph.edges);
  BoundedLabeling found;
  const double seconds = seconds_of_one([&] { found = messages.decode(scores); });
  std::string more = fmt::format(", {:.2g} % below its bound",
                                 100 * (found.bound - found.found.value) / found.bound);
  if (best != 0)
    more += fmt::format(", {:.2g} % below the maximum", 100 * (best - found.found.value) / best);
  tell("messages", graph, labels, seconds, more);
  if (!GraphExpansion::is_possible(scores)) return;
  const GraphExpansion expansion(graph.nodes, graph.edges);
  double value = 0;
  const double of_one = seconds_of_one([&] { value = expansion.best(scores).value; });
  tell("expansion", graph, labels, of_one,
       fmt::format(", {:.2g} % below the bound", 100 * (found.bound - value) / found.bound));
}

}  // namespace

int main() {
  RandomStream random(1, 0, "bench");
  for (const Index labels : {2, 3}) {
    measure(forest(labels == 2 ? 16 : 12, random), labels, random);
    measure(grid(labels == 2 ? 4 : 3), labels, random);
  }
  for (const Index labels : {2, 7}) {
    measure(forest(10'000, random), labels, random);
    measure(forest(1'000'000, random), labels, random);
    measure(grid(labels == 2 ? 15 : 5), labels, random);
    measure(grid(100), labels, random);
    measure(links(2'708, 5'278, random), labels, random);
  }
  measure(links(300'000, 1'000'000, random), 2, random);
  return EXIT_SUCCESS;
}
