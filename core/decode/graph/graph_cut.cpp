// Nodes with label 1 are on the side of the source. With p and q the labels of an edge's nodes,
//   -table(p, q) = -table(0, 0) + (table(0, 0) - table(1, 0)) p + (table(1, 0) - table(1, 1)) q
//                  + lambda (1 - p) q
//   lambda = table(0, 0) + table(1, 1) - table(0, 1) - table(1, 0) >= 0
// So an edge is an arc from its second node to its first one with the capacity lambda, and its
// other terms belong to the nodes.
//
// Labelings of the highest value form a lattice: the smaller label of each node in two of them is
// one again. So the smallest one has label 1 only where all of them have it. These nodes are those
// that the source reaches over arcs with capacity left.
#include "costruct/core/decode/graph/graph_cut.hpp"

#include <algorithm>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cmath>

namespace costruct {
namespace {

using Arcs =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                       boost::no_property, std::uint32_t, std::uint32_t>;
using Arc = boost::graph_traits<Arcs>::edge_descriptor;

}  // namespace

// The arcs of a graph: those of node v to and from the source and the sink, then two for each edge.
// All arcs have a place in `arcs`.
struct GraphCut::Network {
  Index nodes = 0;
  Arcs arcs;
  std::vector<Arc> reverse;                         // of each arc, by its place
  std::vector<std::uint32_t> from_source, to_sink;  // the place of a node's arc
  std::vector<std::uint32_t> to_first;              // the place of an edge's arc to its first node
};

GraphCut::GraphCut(Index nodes, std::span<const GraphEdge> edges) {
  auto network = std::make_unique<Network>();
  network->nodes = nodes;
  const auto source = static_cast<std::uint32_t>(nodes), sink = source + 1;
  // An arc with its number. Those of one node stand together, in the order of their numbers.
  struct Numbered {
    std::uint32_t from, to;
    std::size_t number;
  };
  std::vector<Numbered> all;
  const auto add_pair = [&](std::uint32_t from, std::uint32_t to) {
    all.push_back({from, to, all.size()});
    all.push_back({to, from, all.size()});
  };
  for (std::uint32_t v = 0; v < source; ++v) {
    add_pair(source, v);
    add_pair(v, sink);
  }
  for (const GraphEdge& edge : edges)
    add_pair(static_cast<std::uint32_t>(edge.to), static_cast<std::uint32_t>(edge.from));
  std::stable_sort(all.begin(), all.end(),
                   [](const Numbered& a, const Numbered& b) { return a.from < b.from; });
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  std::vector<std::uint32_t> place(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    ends.emplace_back(all[i].from, all[i].to);
    place[all[i].number] = static_cast<std::uint32_t>(i);
  }
  network->arcs = Arcs(boost::edges_are_sorted, ends.begin(), ends.end(),
                       static_cast<std::uint32_t>(nodes + 2));
  network->reverse.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    network->reverse[i] = Arc(all[i].to, place[all[i].number ^ 1]);
  for (std::size_t v = 0; v < static_cast<std::size_t>(nodes); ++v) {
    network->from_source.push_back(place[4 * v]);
    network->to_sink.push_back(place[4 * v + 2]);
  }
  for (std::size_t e = 0; e < edges.size(); ++e)
    network->to_first.push_back(place[4 * static_cast<std::size_t>(nodes) + 2 * e]);
  network_ = std::move(network);
}

GraphCut::~GraphCut() = default;

bool GraphCut::is_possible(const GraphScores& scores) {
  if (scores.labels() != 2) return false;
  for (Index i = 0; i < 2 * scores.length(); ++i) {
    if (!std::isfinite(scores.node(0)[i])) return false;
  }
  for (Index t = 0; t < scores.tables(); ++t) {
    const double* table = scores.table(t);
    const double lambda = (table[0] + table[3]) - (table[1] + table[2]);
    if (!(lambda >= 0) || !std::isfinite(lambda)) return false;
  }
  return true;
}

Decoded GraphCut::best(const GraphScores& scores) const {
  const Network& net = *network_;
  const auto n = static_cast<std::size_t>(net.nodes);
  // What label 1 of a node costs more than label 0.
  Vector cost(n);
  for (std::size_t v = 0; v < n; ++v) {
    const double* row = scores.node(static_cast<Index>(v));
    cost[v] = row[0] - row[1];
  }
  Vector capacity(net.reverse.size(), 0.0);
  for (std::size_t e = 0; e < scores.edges().size(); ++e) {
    const GraphEdge& edge = scores.edges()[e];
    const double* table = scores.table(edge.table);
    cost[static_cast<std::size_t>(edge.from)] += table[0] - table[2];
    cost[static_cast<std::size_t>(edge.to)] += table[2] - table[3];
    capacity[net.to_first[e]] = (table[0] + table[3]) - (table[1] + table[2]);
  }
  for (std::size_t v = 0; v < n; ++v)
    capacity[cost[v] < 0 ? net.from_source[v] : net.to_sink[v]] = std::abs(cost[v]);

  const auto of_arc = boost::get(boost::edge_index, net.arcs);
  const auto of_node = boost::get(boost::vertex_index, net.arcs);
  Vector left(capacity.size());
  std::vector<Arc> predecessor(n + 2);
  std::vector<boost::default_color_type> color(n + 2, boost::gray_color);
  std::vector<long> distance(n + 2, 0);
  boost::boykov_kolmogorov_max_flow(
      net.arcs, boost::make_iterator_property_map(capacity.begin(), of_arc),
      boost::make_iterator_property_map(left.begin(), of_arc),
      boost::make_iterator_property_map(net.reverse.begin(), of_arc),
      boost::make_iterator_property_map(predecessor.begin(), of_node),
      boost::make_iterator_property_map(color.begin(), of_node),
      boost::make_iterator_property_map(distance.begin(), of_node), of_node,
      static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n + 1));

  Decoded found;
  for (std::size_t v = 0; v < n; ++v)
    found.output.parts.push_back(color[v] == boost::black_color ? 1 : 0);
  found.value = scores.value_of(found.output);
  return found;
}

}  // namespace costruct
