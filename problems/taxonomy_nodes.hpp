// Taxonomies: nodes by name, partially ordered by their parents, and what of them is above the
// labels of data.
#pragma once

#include <algorithm>
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

/// What is wrong with a list of pairs, and with which of them.
class WrongPair : public std::runtime_error {
 public:
  WrongPair(std::size_t at, const std::string& what) : std::runtime_error(what), pair(at) {}
  std::size_t pair;
};

/// A tree, or a lattice where nodes have several parents; several nodes may have none. Nodes are
/// numbered in the order in which the pairs name them, a pair's node before its parent.
class Taxonomy {
 public:
  /// Linear in the pairs. Throws WrongPair for an empty name, a node that is its own parent, a pair
  /// that stands twice, and for the last pair of a cycle.
  explicit Taxonomy(std::span<const NodePair> pairs);

  const std::vector<std::string>& names() const { return names_; }
  /// Whether a node is called so. Linear in the nodes.
  bool has(const std::string& name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  }
  std::span<const int> parents(int node) const {
    return {parents_.data() + first_parent_[node], parents_.data() + first_parent_[node + 1]};
  }
  /// The number of edges of the longest way down; 0 for a leaf.
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

/// For each of K labels its own node and all nodes above. Only these nodes are here, numbered anew:
/// label k's own is k, the others follow in the order of the taxonomy.
struct LabelNodes {
  Index count = 0;              ///< of nodes
  std::vector<Index> begin{0};  ///< label k has nodes[begin[k], begin[k + 1])
  std::vector<int> nodes;       ///< ascending for each label
  std::vector<double> height;   ///< of each node, in the whole taxonomy
  double height_of_all =
      1;  ///< of a root above all nodes of the taxonomy: one more than any of them
  /// At least the number of nodes in which the nodes of two labels can differ.
  Index most_differences = 0;

  Index num_labels() const { return static_cast<Index>(begin.size()) - 1; }
  std::span<const int> of(int label) const {
    return {nodes.data() + begin[label], nodes.data() + begin[label + 1]};
  }
};

/// Of labels that are nodes of the taxonomy. Time and memory are linear in the taxonomy and in the
/// edges above each label, summed over labels. Throws ConfigError for a label that is no node, with
/// the nearest names, and where that sum is above 2^24.
LabelNodes label_nodes(const Taxonomy& taxonomy, const std::vector<std::string>& labels);

/// Of labels with nothing above them.
LabelNodes flat_label_nodes(Index labels);

}  // namespace costruct
