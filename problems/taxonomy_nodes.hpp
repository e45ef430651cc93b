// Taxonomies: named nodes, partially ordered by their parents. A problem uses the nodes at or above
// the labels of its data.
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// A node and one of its parents, by name.
using NodePair = std::pair<std::string_view, std::string_view>;

/// Reports an error in a list of pairs, with the index of the wrong pair.
class WrongPair : public std::runtime_error {
 public:
  WrongPair(std::size_t at, const std::string& what) : std::runtime_error(what), pair(at) {}
  std::size_t pair;  ///< from 0
};

/// A tree, or a lattice if nodes have several parents. There may be several roots. Nodes are
/// numbered in the order in which the pairs name them, and in a pair the node before its parent.
class Taxonomy {
 public:
  /// Throws WrongPair for an empty name, a node that is its own parent, a repeated pair, and for
  /// the last pair of a cycle. Cost: linear in the number of pairs.
  explicit Taxonomy(std::span<const NodePair> pairs);

  /// The names of the nodes by number.
  const std::vector<std::string>& names() const { return names_; }
  /// Whether there is a node with this name. Cost: linear in the number of nodes.
  bool has(const std::string& name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  }
  /// The numbers of the parents of a node; empty for a root.
  std::span<const int> parents(int node) const {
    return {parents_.data() + first_parent_[node], parents_.data() + first_parent_[node + 1]};
  }
  /// The number of edges of the longest path down from the node; 0 for a leaf.
  int height(int node) const { return height_[node]; }

 private:
  struct Edge {
    int node, parent;
  };
  std::vector<Edge> read_edges(std::span<const NodePair> pairs);
  void set_parents(const std::vector<Edge>& edges);
  void check_pairs_differ(const std::vector<Edge>& edges) const;
  void set_heights(const std::vector<Edge>& edges);
  [[noreturn]] void fail_at_cycle(const std::vector<Edge>& edges,
                                  const std::vector<char>& is_free) const;

  std::vector<std::string> names_;
  std::vector<Index> first_parent_;  // node z has parents_[first_parent_[z], first_parent_[z + 1])
  std::vector<int> parents_, height_;
};

/// The names of a node and of all nodes under it; nullopt if the taxonomy has no such node. Cost:
/// linear in the taxonomy.
std::optional<std::set<std::string>> names_under(const Taxonomy& taxonomy, const std::string& node);

/// For each of K labels its own node and all nodes above it. Only these nodes are included, with
/// new numbers: the node of label k is k, and the others follow in the order of the taxonomy.
struct LabelNodes {
  Index count = 0;                 ///< number of nodes
  std::vector<Index> begin{0};     ///< label k has nodes[begin[k], begin[k + 1])
  std::vector<int> nodes;          ///< ascending for each label
  std::vector<double> height;      ///< height of each node in the whole taxonomy
  std::vector<std::string> names;  ///< of the nodes; empty for flat_label_nodes()
  /// Height of a root above all nodes of the taxonomy: one more than that of any node.
  double height_of_all = 1;
  /// An upper bound of the number of nodes that only one of two labels has, over all pairs of
  /// labels.
  Index most_differences = 0;

  Index num_labels() const { return static_cast<Index>(begin.size()) - 1; }
  std::span<const int> of(int label) const {
    return {nodes.data() + begin[label], nodes.data() + begin[label + 1]};
  }
};

/// Returns the nodes of labels that are nodes of the taxonomy. Throws ConfigError for a label that
/// is not a node, and suggests the nearest names. Time and memory are linear in the taxonomy and in
/// the edges above each label, summed over labels. Throws ConfigError if this sum is above 2^24.
LabelNodes label_nodes(const Taxonomy& taxonomy, const std::vector<std::string>& labels);

/// Returns the nodes of labels with no nodes above them.
LabelNodes flat_label_nodes(Index labels);

}  // namespace costruct
