#include "costruct/core/decode/graph/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <unordered_set>
#include <utility>

namespace costruct {
namespace {

using Bucket = EliminationOrder::Bucket;

constexpr double kLowestScore = -std::numeric_limits<double>::infinity();

// The graph while nodes are eliminated. Lists of neighbours keep eliminated nodes.
class EliminatedGraph {
 public:
  EliminatedGraph(Index nodes, std::span<const GraphEdge> edges)
      : nodes_(nodes), of_(nodes), degree_(nodes, 0), gone_(nodes, 0) {
    joined_.reserve(edges.size());
    for (const GraphEdge& edge : edges) join(edge.from, edge.to);
  }

  int degree(Index node) const { return degree_[node]; }
  bool is_gone(Index node) const { return gone_[node] != 0; }
  // The neighbours that are left, ascending.
  std::vector<int> left(Index node) const {
    std::vector<int> all;
    for (const int other : of_[node]) {
      if (!gone_[other]) all.push_back(other);
    }
    std::sort(all.begin(), all.end());
    return all;
  }
  // Takes a node out and joins its neighbours.
  void eliminate(Index node, const std::vector<int>& neighbours) {
    gone_[node] = 1;
    std::vector<int>().swap(of_[node]);
    for (const int other : neighbours) --degree_[other];
    for (std::size_t a = 0; a < neighbours.size(); ++a) {
      for (std::size_t b = a + 1; b < neighbours.size(); ++b) join(neighbours[a], neighbours[b]);
    }
  }

 private:
  void join(int a, int b) {
    if (!joined_.insert(std::min(a, b) * nodes_ + std::max(a, b)).second) return;
    of_[a].push_back(b);
    of_[b].push_back(a);
    ++degree_[a];
    ++degree_[b];
  }

  Index nodes_;
  std::vector<std::vector<int>> of_;
  std::vector<int> degree_;
  std::vector<char> gone_;
  std::unordered_set<Index> joined_;
};

// The stride of a node in a message over some nodes; 0 if it is not among them.
Index stride_in(const std::vector<int>& scope, int node, Index labels) {
  Index stride = 1;
  for (const int other : scope) {
    if (other == node) return stride;
    stride *= labels;
  }
  return 0;
}

// Calls visit(entry, message entry) for all entries of a bucket's table, ascending. `strides` has
// one number for each node of the table, for example Bucket::to_parent of a child.
template <class Visit>
void for_each_entry(Index labels, const std::vector<Index>& strides, const Visit& visit) {
  std::vector<Index> digit(strides.size(), 0);
  for (Index entry = 0, at = 0;; ++entry) {
    visit(entry, at);
    std::size_t place = 0;
    while (place < digit.size() && digit[place] == labels - 1) {
      at -= digit[place] * strides[place];
      digit[place++] = 0;
    }
    if (place == digit.size()) return;
    ++digit[place];
    at += strides[place];
  }
}

// The tables of all buckets.
class Tables {
 public:
  Tables(const GraphScores& scores, const EliminationOrder& order)
      : scores_(scores), order_(order), of_(order.buckets().size()) {
    for (std::size_t b = 0; b < of_.size(); ++b) {
      const Bucket& bucket = order_.buckets()[b];
      of_[b].assign(bucket.entries * labels(), 0.0);
      add_node(bucket, of_[b]);
      for (const Index edge : bucket.edges) add_edge(bucket, scores_.edges()[edge], of_[b]);
    }
  }

  Index labels() const { return scores_.labels(); }
  Index size() const { return static_cast<Index>(of_.size()); }
  const Bucket& bucket(Index b) const { return order_.buckets()[b]; }
  Vector& operator[](Index b) { return of_[b]; }
  const Vector& operator[](Index b) const { return of_[b]; }

  // Adds the message of a bucket to its parent's table.
  void send(Index b, const Vector& message) {
    Vector& into = of_[bucket(b).parent];
    for_each_entry(labels(), bucket(b).to_parent,
                   [&](Index entry, Index at) { into[entry] += message[at]; });
  }

  // The entry of a message, or of a table, for labels of all nodes.
  Index message_entry(Index b, const Output& y) const {
    Index at = 0, stride = 1;
    for (const int node : bucket(b).scope) {
      at += y.parts[node] * stride;
      stride *= labels();
    }
    return at;
  }

 private:
  void add_node(const Bucket& bucket, Vector& table) const {
    const double* node = scores_.node(bucket.node);
    for (Index entry = 0; entry < std::ssize(table); entry += labels()) {
      for (Index k = 0; k < labels(); ++k) table[entry + k] += node[k];
    }
  }

  void add_edge(const Bucket& bucket, const GraphEdge& edge, Vector& table) const {
    const Index K = labels();
    const bool begins = edge.from == bucket.node;
    const int other = begins ? edge.to : edge.from;
    const Index stride = stride_in(bucket.scope, other, K);
    const double* pair = scores_.table(edge.table);
    for (Index at = 0; at < bucket.entries; ++at) {
      const Index of_other = at / stride % K;
      for (Index k = 0; k < K; ++k)
        table[at * K + k] += begins ? pair[k * K + of_other] : pair[of_other * K + k];
    }
  }

  const GraphScores& scores_;
  const EliminationOrder& order_;
  std::vector<Vector> of_;
};

// Finds the lexicographically smallest of the labelings that attain the maximum.
//
// An entry of a bucket is alive if it attains the message's maximum for the labels of S. A labeling
// is best exactly if its entries of all buckets are alive. Nodes get their smallest possible label
// in turn. Each time, entries die that disagree, and those that no entry of a neighbouring bucket
// agrees with any more. A tree of buckets needs no search then. Each entry dies once.
class SmallestBest {
 public:
  SmallestBest(const Tables& tables, const std::vector<Vector>& messages,
               const EliminationOrder& order)
      : tables_(tables),
        order_(order),
        alive_(tables.size()),
        up_(tables.size()),
        down_(tables.size()),
        children_(tables.size()) {
    const Index K = tables.labels();
    for (Index b = 0; b < tables.size(); ++b) {
      const Bucket& bucket = tables.bucket(b);
      if (bucket.parent >= 0) children_[bucket.parent].push_back(b);
      alive_[b].assign(tables[b].size(), 0);
      up_[b].assign(bucket.entries, 0);
      for (Index entry = 0; entry < std::ssize(tables[b]); ++entry) {
        if (tables[b][entry] != messages[b][entry / K]) continue;
        alive_[b][entry] = 1;
        ++up_[b][entry / K];
      }
    }
    for (Index b = tables.size() - 1; b >= 0; --b) {  // parents first
      if (tables.bucket(b).parent >= 0) begin_below_parent(b);
    }
  }

  // Returns y itself if scores are not finite, so that no labeling is left.
  Output find(const Output& any) {
    Output y = any;
    const Index K = tables_.labels();
    for (std::size_t node = 0; node < alive_.size(); ++node) {
      const Index b = order_.bucket_of()[node];
      Index label = K;
      for (Index entry = 0; entry < std::ssize(alive_[b]); ++entry) {
        if (alive_[b][entry]) label = std::min(label, entry % K);
      }
      if (label == K) return any;
      y.parts[node] = static_cast<int>(label);
      for (Index entry = 0; entry < std::ssize(alive_[b]); ++entry) {
        if (entry % K != label) kill(b, entry);
      }
      spread();
    }
    return y;
  }

 private:
  struct Death {
    Index bucket, entry;
  };

  // Counts the alive entries of the parent for each entry of the message of b. Where there are
  // none, entries of b die. The children of b do not count its entries yet.
  void begin_below_parent(Index b) {
    const Bucket& bucket = tables_.bucket(b);
    const Index K = tables_.labels();
    down_[b].assign(bucket.entries, 0);
    for_each_entry(K, bucket.to_parent,
                   [&](Index entry, Index at) { down_[b][at] += alive_[bucket.parent][entry]; });
    for (Index at = 0; at < bucket.entries; ++at) {
      if (down_[b][at] > 0) continue;
      std::fill_n(alive_[b].begin() + at * K, K, 0);
      up_[b][at] = 0;
    }
  }

  void kill(Index b, Index entry) {
    if (!std::exchange(alive_[b][entry], 0)) return;
    deaths_.push_back({b, entry});
  }

  void spread() {
    const Index K = tables_.labels();
    while (!deaths_.empty()) {
      const auto [b, entry] = deaths_.back();
      deaths_.pop_back();
      if (tables_.bucket(b).parent >= 0 && --up_[b][entry / K] == 0) kill_in_parent(b, entry / K);
      for (const Index child : children_[b]) {
        const Index at = projected(child, entry);
        if (--down_[child][at] > 0) continue;
        for (Index k = 0; k < K; ++k) kill(child, at * K + k);
      }
    }
  }

  void kill_in_parent(Index b, Index message_entry) {
    if (down_[b][message_entry] == 0) return;
    // The entries that agree: the labels of nodes of S are given, those of the others are free.
    const Bucket& bucket = tables_.bucket(b);
    const Index K = tables_.labels();
    std::vector<Index> matching = {0};
    Index place = 1;  // of a node in the parent's table
    for (const Index stride : bucket.to_parent) {
      const std::size_t before = matching.size();
      if (stride > 0) {
        for (Index& entry : matching) entry += message_entry / stride % K * place;
      } else {
        for (Index k = 1; k < K; ++k) {
          for (std::size_t i = 0; i < before; ++i) matching.push_back(matching[i] + k * place);
        }
      }
      place *= K;
    }
    for (const Index entry : matching) kill(bucket.parent, entry);
  }

  // The entry of a child's message for an entry of the parent's table.
  Index projected(Index child, Index entry) const {
    Index at = 0;
    for (const Index stride : tables_.bucket(child).to_parent) {
      at += entry % tables_.labels() * stride;
      entry /= tables_.labels();
    }
    return at;
  }

  const Tables& tables_;
  const EliminationOrder& order_;
  std::vector<std::vector<char>> alive_;
  // For each entry of a message: the alive entries of its bucket, and of the parent's, that agree.
  std::vector<std::vector<std::int32_t>> up_, down_;
  std::vector<std::vector<Index>> children_;
  std::vector<Death> deaths_;
};

// Follows the maxima from the last bucket to the first. Returns whether no other labeling attains
// them.
bool follow_maxima(const Tables& tables, Output& y) {
  bool only = true;
  const Index K = tables.labels();
  for (Index b = tables.size() - 1; b >= 0; --b) {
    const double* row = tables[b].data() + tables.message_entry(b, y) * K;
    const double* best = std::max_element(row, row + K);
    y.parts[tables.bucket(b).node] = static_cast<int>(best - row);
    only = only && std::count(row, row + K, *best) == 1;
  }
  return only;
}

double best_of_row(const double* values, Index count) {
  return *std::max_element(values, values + count);
}

double log_of_sum(const double* values, Index count) {
  const double most = best_of_row(values, count);
  double sum = 0;
  for (Index k = 0; k < count; ++k) sum += std::exp(values[k] - most);
  return most + std::log(sum);
}

// Sends the messages of all buckets, which `of_row` makes of the labels of their nodes.
template <class OfRow>
std::vector<Vector> send_messages(Tables& tables, const OfRow& of_row) {
  const Index K = tables.labels();
  std::vector<Vector> messages(tables.size());
  for (Index b = 0; b < tables.size(); ++b) {
    messages[b].resize(tables.bucket(b).entries);
    for (Index at = 0; at < tables.bucket(b).entries; ++at)
      messages[b][at] = of_row(tables[b].data() + at * K, K);
    if (tables.bucket(b).parent >= 0) tables.send(b, messages[b]);
  }
  return messages;
}

double total_of_roots(const Tables& tables, const std::vector<Vector>& messages) {
  double total = 0;
  for (Index b = 0; b < tables.size(); ++b) {
    if (tables.bucket(b).parent < 0) total += messages[b].front();
  }
  return total;
}

// For each entry of the message of b, the best or the sum of what agrees in the parent's table,
// which has the values of whole labelings.
Vector best_rest(const Tables& tables, Index b) {
  const Bucket& bucket = tables.bucket(b);
  Vector most(bucket.entries, kLowestScore);
  for_each_entry(tables.labels(), bucket.to_parent, [&](Index entry, Index at) {
    most[at] = std::max(most[at], tables[bucket.parent][entry]);
  });
  return most;
}

Vector rest_of_sums(const Tables& tables, Index b) {
  const Bucket& bucket = tables.bucket(b);
  Vector rest = best_rest(tables, b), sum(bucket.entries, 0.0);
  for_each_entry(tables.labels(), bucket.to_parent, [&](Index entry, Index at) {
    sum[at] += std::exp(tables[bucket.parent][entry] - rest[at]);
  });
  for (Index at = 0; at < bucket.entries; ++at) rest[at] += std::log(sum[at]);
  return rest;
}

// Gives the table of a bucket the values of whole labelings. `rest` has its own message, too.
void add_rest(Tables& tables, Index b, const Vector& message, const Vector& rest) {
  const Index K = tables.labels();
  for (Index entry = 0; entry < std::ssize(tables[b]); ++entry)
    tables[b][entry] += rest[entry / K] - message[entry / K];
}

}  // namespace

std::shared_ptr<const EliminationOrder> EliminationOrder::of(Index nodes, Index labels,
                                                             std::span<const GraphEdge> edges) {
  auto order = std::make_shared<EliminationOrder>();
  order->bucket_of_.assign(nodes, -1);
  EliminatedGraph graph(nodes, edges);
  using Candidate = std::pair<int, Index>;  // degree, node
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> next;
  for (Index node = 0; node < nodes; ++node) next.emplace(graph.degree(node), node);
  while (!next.empty()) {
    const auto [degree, node] = next.top();
    next.pop();
    if (graph.is_gone(node) || degree != graph.degree(node)) continue;
    Bucket bucket;
    bucket.node = static_cast<int>(node);
    if (degree > kLargestWidth) return nullptr;
    bucket.scope = graph.left(node);
    for (std::size_t j = 0; j < bucket.scope.size(); ++j) {
      if (bucket.entries > kLargestTable / labels) return nullptr;
      bucket.entries *= labels;
    }
    order->entries_ += bucket.entries * labels;
    if (bucket.entries * labels > kLargestTable || order->entries_ > kMostEntries) return nullptr;
    graph.eliminate(node, bucket.scope);
    for (const int other : bucket.scope) next.emplace(graph.degree(other), other);
    order->width_ = std::max(order->width_, std::ssize(bucket.scope));
    order->bucket_of_[node] = std::ssize(order->buckets_);
    order->buckets_.push_back(std::move(bucket));
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const Index first = std::min(order->bucket_of_[edges[e].from], order->bucket_of_[edges[e].to]);
    order->buckets_[first].edges.push_back(static_cast<Index>(e));
  }
  for (Bucket& bucket : order->buckets_) {
    for (const int other : bucket.scope) {
      const Index b = order->bucket_of_[other];
      if (bucket.parent < 0 || b < bucket.parent) bucket.parent = b;
    }
    if (bucket.parent < 0) continue;
    const Bucket& parent = order->buckets_[bucket.parent];
    bucket.to_parent.push_back(stride_in(bucket.scope, parent.node, labels));
    for (const int node : parent.scope)
      bucket.to_parent.push_back(stride_in(bucket.scope, node, labels));
  }
  return order;
}

Decoded best_by_elimination(const GraphScores& scores, const EliminationOrder& order) {
  Tables tables(scores, order);
  const std::vector<Vector> messages = send_messages(tables, best_of_row);
  Decoded best;
  best.output.parts.assign(scores.length(), 0);
  if (!follow_maxima(tables, best.output))
    best.output = SmallestBest(tables, messages, order).find(best.output);
  best.value = scores.value_of(best.output);
  return best;
}

Vector max_marginals_by_elimination(const GraphScores& scores, const EliminationOrder& order) {
  Tables tables(scores, order);
  const std::vector<Vector> messages = send_messages(tables, best_of_row);
  const double total = total_of_roots(tables, messages);
  const Index K = scores.labels();
  Vector best(scores.length() * K, kLowestScore);
  for (Index b = tables.size() - 1; b >= 0; --b) {
    const Bucket& bucket = tables.bucket(b);
    if (bucket.parent < 0) {  // with the values of the other trees of buckets
      for (double& value : tables[b]) value += total - messages[b].front();
    } else {
      add_rest(tables, b, messages[b], best_rest(tables, b));
    }
    double* of_node = best.data() + bucket.node * K;
    for (Index entry = 0; entry < std::ssize(tables[b]); ++entry)
      of_node[entry % K] = std::max(of_node[entry % K], tables[b][entry]);
  }
  return best;
}

double log_partition_by_elimination(const GraphScores& scores, const EliminationOrder& order) {
  Tables tables(scores, order);
  return total_of_roots(tables, send_messages(tables, log_of_sum));
}

GraphMarginals marginals_by_elimination(const GraphScores& scores, const EliminationOrder& order) {
  Tables tables(scores, order);
  const std::vector<Vector> messages = send_messages(tables, log_of_sum);
  const Index K = scores.labels();
  GraphMarginals marginals;
  marginals.log_partition = total_of_roots(tables, messages);
  marginals.label.assign(scores.length() * K, 0.0);
  marginals.pairs.assign(scores.tables() * K * K, 0.0);
  for (Index b = tables.size() - 1; b >= 0; --b) {
    if (tables.bucket(b).parent < 0) {
      for (double& value : tables[b]) value -= messages[b].front();
    } else {
      add_rest(tables, b, messages[b], rest_of_sums(tables, b));
    }
  }
  for (Index b = 0; b < tables.size(); ++b) {
    const Bucket& bucket = tables.bucket(b);
    double* label = marginals.label.data() + bucket.node * K;
    Vector& p = tables[b];
    for (Index entry = 0; entry < std::ssize(p); ++entry) {
      p[entry] = std::exp(p[entry]);
      label[entry % K] += p[entry];
    }
    for (const Index e : bucket.edges) {
      const GraphEdge& edge = scores.edges()[e];
      const bool begins = edge.from == bucket.node;
      const int other = begins ? edge.to : edge.from;
      const Index stride = stride_in(bucket.scope, other, K);
      double* pairs = marginals.pairs.data() + edge.table * K * K;
      for (Index entry = 0; entry < std::ssize(p); ++entry) {
        const Index k = entry % K, of_other = entry / K / stride % K;
        pairs[begins ? k * K + of_other : of_other * K + k] += p[entry];
      }
    }
  }
  return marginals;
}

}  // namespace costruct
