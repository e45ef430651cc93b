#include "costruct/core/decode/graph/binary_forest.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

using Two = std::array<double, 2>;  // a number for each label

double log_of_two(double a, double b) {
  return std::max(a, b) + std::log1p(std::exp(std::min(a, b) - std::max(a, b)));
}

}  // namespace

BinaryForest::BinaryForest(Index nodes, std::vector<GraphEdge> edges) : edges_(std::move(edges)) {
  std::vector<std::vector<Index>> edges_at(static_cast<std::size_t>(nodes));
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    edges_[e].table = static_cast<std::int32_t>(e);
    for (const std::int32_t end : {edges_[e].from, edges_[e].to})
      edges_at[static_cast<std::size_t>(end)].push_back(static_cast<Index>(e));
  }
  std::vector<bool> is_placed(static_cast<std::size_t>(nodes), false);
  for (Index root = 0; root < nodes; ++root) {
    if (is_placed[static_cast<std::size_t>(root)]) continue;
    is_placed[static_cast<std::size_t>(root)] = true;
    nodes_.push_back({root});
    for (std::size_t place = nodes_.size() - 1; place < nodes_.size(); ++place) {
      const Index node = nodes_[place].node;
      nodes_[place].first_child = std::ssize(nodes_);
      for (const Index e : edges_at[static_cast<std::size_t>(node)]) {
        const GraphEdge& edge = edges_[static_cast<std::size_t>(e)];
        const bool is_from = edge.to == node;  // the child
        const Index child = is_from ? edge.from : edge.to;
        if (is_placed[static_cast<std::size_t>(child)]) continue;
        is_placed[static_cast<std::size_t>(child)] = true;
        nodes_.push_back({child, static_cast<Index>(place), 0, 0, e, is_from});
      }
      nodes_[place].end_child = std::ssize(nodes_);
    }
  }
  elimination_ = EliminationOrder::of(nodes, 2, edges_);
  COSTRUCT_ASSERT(elimination_ != nullptr, "a forest has tables of two nodes");
}

Decoded BinaryForest::best(const GraphScores& scores) const {
  // The best values of subtrees, and the best label of each node given that of its parent: 2 is a
  // tie.
  thread_local std::vector<Two> value;
  thread_local std::vector<std::array<int, 2>> choice;
  value.resize(nodes_.size());
  choice.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    value[i] = {scores.node(nodes_[i].node)[0], scores.node(nodes_[i].node)[1]};
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& v = nodes_[i];
    for (int q = 0; q < 2; ++q) {
      const double zero = value[i][0] + (v.parent < 0 ? 0 : of_edge(scores, v, 0, q)),
                   one = value[i][1] + (v.parent < 0 ? 0 : of_edge(scores, v, 1, q));
      choice[i][q] = one > zero ? 1 : one < zero ? 0 : 2;
      if (v.parent >= 0) value[v.parent][q] += std::max(zero, one);
    }
  }
  Decoded found;
  found.output.parts.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& v = nodes_[i];
    const int label = choice[i][v.parent < 0 ? 0 : found.output.parts[nodes_[v.parent].node]];
    if (label == 2) return best_by_elimination(scores, *elimination_);
    found.output.parts[v.node] = label;
  }
  found.value = scores.value_of(found.output);
  return found;
}

GraphMarginals BinaryForest::marginals(const GraphScores& scores) const {
  // Logarithms of sums: over the subtree of a node without and with its edge to the parent, over
  // all other nodes of its tree, and over the tree.
  thread_local std::vector<Two> inside, message, outside, after;
  thread_local Vector all;
  for (std::vector<Two>* sums : {&inside, &message, &outside, &after})
    sums->resize(nodes_.size() + 1);
  all.resize(nodes_.size());
  GraphMarginals p;
  p.label.resize(2 * nodes_.size());
  p.pairs.resize(4 * edges_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    inside[i] = {scores.node(nodes_[i].node)[0], scores.node(nodes_[i].node)[1]};
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& v = nodes_[i];
    for (int q = 0; q < 2 && v.parent >= 0; ++q) {
      message[i][q] = log_of_two(inside[i][0] + of_edge(scores, v, 0, q),
                                 inside[i][1] + of_edge(scores, v, 1, q));
      inside[v.parent][q] += message[i][q];
    }
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& v = nodes_[i];
    if (v.parent < 0) {
      outside[i] = {0, 0};
      all[i] = log_of_two(inside[i][0], inside[i][1]);
      p.log_partition += all[i];
    } else {
      all[i] = all[v.parent];
    }
    for (int k = 0; k < 2; ++k)
      p.label[2 * v.node + k] = std::exp(inside[i][k] + outside[i][k] - all[i]);
    // Sums of the node's side of each edge below: the node, what is above, and other children.
    after[v.end_child] = {0, 0};
    for (Index c = v.end_child; c-- > v.first_child;) {
      for (int q = 0; q < 2; ++q) after[c][q] = after[c + 1][q] + message[c][q];
    }
    Two before = {scores.node(v.node)[0] + outside[i][0], scores.node(v.node)[1] + outside[i][1]};
    for (Index c = v.first_child; c < v.end_child; ++c) {
      const Node& child = nodes_[c];
      const Two rest = {before[0] + after[c + 1][0], before[1] + after[c + 1][1]};
      for (int k = 0; k < 2; ++k) {
        const double zero = rest[0] + of_edge(scores, child, k, 0),
                     one = rest[1] + of_edge(scores, child, k, 1);
        outside[c][k] = log_of_two(zero, one);
        double* pairs = p.pairs.data() + 4 * child.edge;
        pairs[child.is_from ? 2 * k : k] = std::exp(inside[c][k] + zero - all[i]);
        pairs[child.is_from ? 2 * k + 1 : 2 + k] = std::exp(inside[c][k] + one - all[i]);
      }
      for (int q = 0; q < 2; ++q) before[q] += message[c][q];
    }
  }
  return p;
}

}  // namespace costruct
