#include "costruct/problems/taxonomy_nodes.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "costruct/core/error.hpp"
#include "costruct/core/text/visible_text.hpp"

namespace costruct {
namespace {

constexpr Index kMostEdgesAbove = Index{1} << 24;  // sum over labels: 64 MiB of nodes
constexpr std::size_t kMostNamesOfCycle = 10;

[[noreturn]] void fail_at_stranger(const Taxonomy& taxonomy, const std::string& label,
                                   Index others) {
  const std::string nor = others == 0 ? "" : ", nor are " + std::to_string(others) + " more";
  const std::string meant = did_you_mean(label, taxonomy.names());
  throw ConfigError("problem.taxonomy: the label " + shown_name(label) + " is no node of it" + nor +
                    "; " + (meant.empty() ? "expected each label of the data as a node" : meant));
}

// Returns the nodes of labels. Throws an error that names the first label without a node.
std::vector<int> own_nodes(const Taxonomy& taxonomy, const std::vector<std::string>& labels) {
  std::unordered_map<std::string_view, std::size_t> label_of;
  for (std::size_t k = 0; k < labels.size(); ++k) label_of.emplace(labels[k], k);
  std::vector<int> nodes(labels.size(), -1);
  for (std::size_t node = 0; node < taxonomy.names().size(); ++node) {
    const auto found = label_of.find(taxonomy.names()[node]);
    if (found != label_of.end()) nodes[found->second] = static_cast<int>(node);
  }
  const auto strangers = std::count(nodes.begin(), nodes.end(), -1);
  if (strangers > 0) {
    fail_at_stranger(taxonomy, labels[std::find(nodes.begin(), nodes.end(), -1) - nodes.begin()],
                     strangers - 1);
  }
  return nodes;
}

// Collects every start and the nodes above it, by their numbers in the taxonomy.
void collect_above(const Taxonomy& taxonomy, const std::vector<int>& starts, LabelNodes& found) {
  std::vector<int> seen_from(taxonomy.names().size(), -1);
  Index edges = 0;
  for (const int start : starts) {
    seen_from[start] = start;
    found.nodes.push_back(start);
    for (std::size_t i = found.begin.back(); i < found.nodes.size(); ++i) {
      const auto parents = taxonomy.parents(found.nodes[i]);
      edges += static_cast<Index>(parents.size());
      if (edges > kMostEdgesAbove) {
        throw ConfigError(
            "problem.taxonomy: more than " + std::to_string(kMostEdgesAbove) +
            " edges above the labels, those above each label counted; expected a taxonomy that"
            " is not as deep, or fewer labels");
      }
      for (const int parent : parents) {
        if (seen_from[parent] == start) continue;
        seen_from[parent] = start;
        found.nodes.push_back(parent);
      }
    }
    found.begin.push_back(static_cast<Index>(found.nodes.size()));
  }
}

void number_anew(const Taxonomy& taxonomy, const std::vector<int>& starts, LabelNodes& found) {
  constexpr int kUnused = -1, kUsed = -2;
  std::vector<int> number(taxonomy.names().size(), kUnused);
  for (const int node : found.nodes) number[node] = kUsed;
  const auto append = [&](int node) {
    number[node] = static_cast<int>(found.count++);
    found.height.push_back(taxonomy.height(node));
    found.names.push_back(taxonomy.names()[node]);
  };
  for (const int start : starts) append(start);
  for (std::size_t node = 0; node < number.size(); ++node) {
    if (number[node] == kUsed) append(static_cast<int>(node));
  }
  for (int& node : found.nodes) node = number[node];
  for (Index k = 0; k < found.num_labels(); ++k) {
    std::sort(found.nodes.begin() + found.begin[k], found.nodes.begin() + found.begin[k + 1]);
  }
}

// A bound from the two largest sets of nodes: they have at least the nodes that all labels share.
Index most_differences_of(const LabelNodes& found) {
  if (found.num_labels() < 2) return 0;
  std::vector<Index> labels_below(found.count, 0);
  for (const int node : found.nodes) ++labels_below[node];
  const Index common = std::count(labels_below.begin(), labels_below.end(), found.num_labels());
  std::vector<Index> sizes;
  for (Index k = 0; k < found.num_labels(); ++k)
    sizes.push_back(found.begin[k + 1] - found.begin[k]);
  std::nth_element(sizes.begin(), sizes.begin() + 1, sizes.end(), std::greater<>());
  return sizes[0] + sizes[1] - 2 * common;
}

}  // namespace

Taxonomy::Taxonomy(std::span<const NodePair> pairs) {
  const std::vector<Edge> edges = read_edges(pairs);
  set_parents(edges);
  check_pairs_differ(edges);
  set_heights(edges);
}

std::vector<Taxonomy::Edge> Taxonomy::read_edges(std::span<const NodePair> pairs) {
  std::unordered_map<std::string_view, int> numbers;
  numbers.reserve(pairs.size());
  const auto number = [&](std::string_view name) {
    const auto [at, is_new] = numbers.try_emplace(name, static_cast<int>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return at->second;
  };
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [node, parent] = pairs[i];
    if (node.empty() || parent.empty())
      throw WrongPair(i, "an empty name, expected a node and its parent");
    if (node == parent) {
      throw WrongPair(i, shown_name(node) + " is its own parent, expected another node");
    }
    const int child = number(node);
    edges.push_back({child, number(parent)});
  }
  return edges;
}

void Taxonomy::set_parents(const std::vector<Edge>& edges) {
  first_parent_.assign(names_.size() + 1, 0);
  for (const Edge& edge : edges) ++first_parent_[edge.node + 1];
  std::partial_sum(first_parent_.begin(), first_parent_.end(), first_parent_.begin());
  std::vector<Index> next(first_parent_.begin(), first_parent_.end());
  parents_.resize(edges.size());
  for (const Edge& edge : edges) parents_[next[edge.node]++] = edge.parent;
}

void Taxonomy::check_pairs_differ(const std::vector<Edge>& edges) const {
  std::vector<int> last_child(names_.size(), -1);  // last node seen with this parent
  for (int node = 0; node < static_cast<int>(names_.size()); ++node) {
    for (const int parent : parents(node)) {
      if (last_child[parent] != node) {
        last_child[parent] = node;
        continue;
      }
      const auto is_pair = [&](const Edge& edge) {
        return edge.node == node && edge.parent == parent;
      };
      const auto first = std::find_if(edges.begin(), edges.end(), is_pair);
      const auto again = std::find_if(first + 1, edges.end(), is_pair);
      throw WrongPair(again - edges.begin(), shown_name(names_[node]) + " below " +
                                                 shown_name(names_[parent]) +
                                                 " stands twice, expected it once");
    }
  }
}

// Computes heights from the leaves up, each node after its children (it is then free). Nodes of a
// cycle, and nodes above a cycle, never become free.
void Taxonomy::set_heights(const std::vector<Edge>& edges) {
  height_.assign(names_.size(), 0);
  std::vector<Index> children(names_.size(), 0);
  for (const Edge& edge : edges) ++children[edge.parent];
  std::vector<char> is_free(names_.size(), 0);
  std::vector<int> order;
  const auto set_free = [&](int node) {
    is_free[node] = 1;
    order.push_back(node);
  };
  for (std::size_t node = 0; node < names_.size(); ++node) {
    if (children[node] == 0) set_free(static_cast<int>(node));
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int node = order[i];
    for (const int parent : parents(node)) {
      height_[parent] = std::max(height_[parent], height_[node] + 1);
      if (--children[parent] == 0) set_free(parent);
    }
  }
  if (order.size() < names_.size()) fail_at_cycle(edges, is_free);
}

// A node that is not free has a child that is not free. A path down through such nodes must repeat
// a node.
void Taxonomy::fail_at_cycle(const std::vector<Edge>& edges,
                             const std::vector<char>& is_free) const {
  std::vector<std::size_t> way_down(names_.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (!is_free[edges[e].node] && !is_free[edges[e].parent]) way_down[edges[e].parent] = e;
  }
  std::vector<char> seen(names_.size(), 0);
  int at = static_cast<int>(std::find(is_free.begin(), is_free.end(), 0) - is_free.begin());
  for (; !seen[at]; at = edges[way_down[at]].node) seen[at] = 1;
  std::vector<std::size_t> cycle;
  const int first = at;
  do {
    cycle.push_back(way_down[at]);
    at = edges[cycle.back()].node;
  } while (at != first);

  std::rotate(cycle.begin(), std::max_element(cycle.begin(), cycle.end()) + 1, cycle.end());
  std::reverse(cycle.begin(), cycle.end());  // up from the pair that closes it
  std::string names = shown_name(names_[edges[cycle[0]].node]);
  for (std::size_t i = 0; i < std::min(cycle.size(), kMostNamesOfCycle); ++i) {
    names += ", " + shown_name(names_[edges[cycle[i]].parent]);
  }
  if (cycle.size() > kMostNamesOfCycle)
    names += ", ... (" + std::to_string(cycle.size()) + " nodes)";
  throw WrongPair(cycle[0],
                  "closes a cycle, each below the next: " + names + "; expected ways up to a root");
}

std::optional<std::set<std::string>> names_under(const Taxonomy& taxonomy,
                                                 const std::string& node) {
  const std::vector<std::string>& names = taxonomy.names();
  const auto found = std::find(names.begin(), names.end(), node);
  if (found == names.end()) return std::nullopt;
  std::vector<std::vector<int>> below(names.size());
  for (int z = 0; z < static_cast<int>(names.size()); ++z) {
    for (const int parent : taxonomy.parents(z))
      below[static_cast<std::size_t>(parent)].push_back(z);
  }
  std::set<std::string> under;
  std::vector<int> waiting = {static_cast<int>(found - names.begin())};
  while (!waiting.empty()) {
    const auto z = static_cast<std::size_t>(waiting.back());
    waiting.pop_back();
    if (under.insert(names[z]).second)
      waiting.insert(waiting.end(), below[z].begin(), below[z].end());
  }
  return under;
}

LabelNodes label_nodes(const Taxonomy& taxonomy, const std::vector<std::string>& labels) {
  const std::vector<int> starts = own_nodes(taxonomy, labels);
  LabelNodes found;
  collect_above(taxonomy, starts, found);
  number_anew(taxonomy, starts, found);
  for (std::size_t node = 0; node < taxonomy.names().size(); ++node) {
    found.height_of_all =
        std::max(found.height_of_all, taxonomy.height(static_cast<int>(node)) + 1.0);
  }
  found.most_differences = most_differences_of(found);
  return found;
}

LabelNodes flat_label_nodes(Index labels) {
  LabelNodes flat;
  flat.count = labels;
  for (Index k = 0; k < labels; ++k) {
    flat.nodes.push_back(static_cast<int>(k));
    flat.begin.push_back(k + 1);
  }
  flat.height.assign(labels, 0);
  flat.most_differences = most_differences_of(flat);
  return flat;
}

}  // namespace costruct
