#include <limits>

#include "costruct/core/decode/heads/head_trees.hpp"

namespace costruct {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

// Chu-Liu-Edmonds. Arcs have weights of three components, compared one after the other:
//   1. whether the arc leaves the root, if there may be a single one; fewer are better
//   2. the score
//   3. a vector with an entry per token: the head of the arc at its token; smaller is better
// Sums of the third component over trees compare as their heads do, so that the best tree is the
// smallest one.
//
// The weight of an arc into a token falls by `paid_` of the token whenever a cycle with the token
// is contracted. All arcs into the token fall alike, so that reduced weights need no table.
class ArborescenceSearch {
 public:
  ArborescenceSearch(const ArcScores& scores, bool single_root)
      : scores_(scores), single_root_(single_root), tokens_(scores.length) {
    paid_.resize(tokens_);
    top_.resize(tokens_);
    for (Index t = 0; t < tokens_; ++t) {
      nodes_.push_back({{t}, {}, {}, -1});
      top_[t] = t;
    }
  }

  std::optional<DecodedHeads> run() {
    for (Index node = 0; node < std::ssize(nodes_); ++node) {
      if (!choose_arc(node)) return std::nullopt;
      contract_cycle(node);
    }
    DecodedHeads found;
    found.heads.assign(tokens_, 0);
    heads_ = &found.heads;
    for (Index node = 0; node < std::ssize(nodes_); ++node) {
      if (nodes_[node].parent < 0) assign(node, nodes_[node].arc);
    }
    Index roots = 0;
    for (Index t = 0; t < tokens_; ++t) {
      found.value += scores_.at(t, found.heads[t]);
      roots += found.heads[t] == 0;
    }
    if (single_root_ && roots != 1) return std::nullopt;
    return found;
  }

 private:
  struct Weight {
    int roots = 0;
    double value = 0;
    std::vector<int> heads = {};  // empty: all zero
  };
  struct Arc {
    int head = -1;
    Index token = 0;
  };
  // A token, or a cycle that was contracted.
  struct Node {
    std::vector<Index> tokens;    // those within
    std::vector<Index> children;  // the nodes of the cycle; none for a token
    Arc arc;                      // the best arc into the node
    Index parent;
  };

  int roots_of(Arc arc) const {
    return (single_root_ && arc.head == 0 ? 1 : 0) - paid_[arc.token].roots;
  }
  double value_of(Arc arc) const {
    return scores_.at(arc.token, arc.head) - paid_[arc.token].value;
  }
  std::vector<int> heads_of(Arc arc) const {
    std::vector<int> heads = paid_[arc.token].heads;
    heads.resize(tokens_, 0);
    for (int& each : heads) each = -each;
    heads[arc.token] += arc.head;
    return heads;
  }
  bool is_better(Arc a, Arc b) const {
    const int roots_a = roots_of(a), roots_b = roots_of(b);
    if (roots_a != roots_b) return roots_a < roots_b;
    const double value_a = value_of(a), value_b = value_of(b);
    if (value_a != value_b) return value_a > value_b;
    if (a.token == b.token) return a.head < b.head;
    return heads_of(a) < heads_of(b);
  }

  // Finds the best arc into a node from outside; false if there is none.
  bool choose_arc(Index node) {
    Arc best;
    for (const Index token : nodes_[node].tokens) {
      for (int head = 0; head <= tokens_; ++head) {
        if (head > 0 && top_[head - 1] == node) continue;
        if (scores_.at(token, head) == kNone) continue;
        const Arc arc{head, token};
        if (best.head < 0 || is_better(arc, best)) best = arc;
      }
    }
    nodes_[node].arc = best;
    return best.head >= 0;
  }

  // Contracts the cycle that the arc of this node closes, if there is one. The new node comes last.
  void contract_cycle(Index node) {
    std::vector<Index> cycle;
    Index at = node;
    do {
      cycle.push_back(at);
      const int head = nodes_[at].arc.head;
      if (head <= 0) return;  // the root, or a node without an arc so far
      at = top_[head - 1];
      if (nodes_[at].arc.head < 0) return;
    } while (at != node);
    const auto made = std::ssize(nodes_);
    Node whole{{}, cycle, {}, -1};
    for (const Index child : cycle) pay(child);
    for (const Index child : cycle) {
      nodes_[child].parent = made;
      for (const Index token : nodes_[child].tokens) {
        top_[token] = made;
        whole.tokens.push_back(token);
      }
    }
    nodes_.push_back(std::move(whole));
  }

  // Takes the weight of the arc into a node off all arcs into the node.
  void pay(Index node) {
    const Arc arc = nodes_[node].arc;
    const Weight weight{roots_of(arc), value_of(arc), heads_of(arc)};
    for (const Index token : nodes_[node].tokens) {
      Weight& paid = paid_[token];
      paid.roots += weight.roots;
      paid.value += weight.value;
      paid.heads.resize(tokens_, 0);
      for (Index i = 0; i < tokens_; ++i) paid.heads[i] += weight.heads[i];
    }
  }

  // Breaks the cycles of a node where this arc enters it.
  void assign(Index node, Arc arc) {
    if (nodes_[node].children.empty()) {
      (*heads_)[node] = arc.head;
      return;
    }
    Index entered = arc.token;
    while (nodes_[entered].parent != node) entered = nodes_[entered].parent;
    for (const Index child : nodes_[node].children)
      assign(child, child == entered ? arc : nodes_[child].arc);
  }

  const ArcScores& scores_;
  bool single_root_;
  Index tokens_;
  std::vector<Node> nodes_;   // tokens first
  std::vector<Index> top_;    // of each token: the outermost node with it
  std::vector<Weight> paid_;  // of each token
  std::vector<int>* heads_ = nullptr;
};

}  // namespace

std::optional<DecodedHeads> best_of_equal_arcs(const ArcScores& scores, bool single_root) {
  const Index T = scores.length;
  if (T == 0) return DecodedHeads{};
  const double score = scores.at(0, 0);
  if (score == kNone) return std::nullopt;
  for (Index t = 0; t < T; ++t) {
    for (Index head = 0; head <= T; ++head) {
      if (head != t + 1 && scores.at(t, head) != score) return std::nullopt;
    }
  }
  DecodedHeads found{std::vector<int>(static_cast<std::size_t>(T), single_root ? 1 : 0), 0};
  found.heads.front() = 0;
  for (Index t = 0; t < T; ++t) found.value += score;
  return found;
}

bool has_arborescence(const ArcScores& scores, bool single_root) {
  const Index T = scores.length;
  std::vector<Index> below;  // the tokens that are reached
  std::vector<bool> is_below;
  const auto reach = [&](Index token) {
    if (is_below[token]) return;
    is_below[token] = true;
    below.push_back(token);
  };
  const auto reaches_all = [&](Index first, Index last) {  // from these dependents of the root
    below.clear();
    is_below.assign(static_cast<std::size_t>(T), false);
    for (Index t = first; t < last; ++t) {
      if (scores.at(t, 0) != kNone) reach(t);
    }
    for (std::size_t i = 0; i < below.size(); ++i) {
      for (Index t = 0; t < T; ++t) {
        if (t != below[i] && scores.at(t, below[i] + 1) != kNone) reach(t);
      }
    }
    return std::ssize(below) == T;
  };
  if (T == 0 || !single_root) return reaches_all(0, T);
  for (Index t = 0; t < T; ++t) {
    if (scores.at(t, 0) != kNone && reaches_all(t, t + 1)) return true;
  }
  return false;
}

std::optional<DecodedHeads> best_arborescence(const ArcScores& scores, bool single_root) {
  if (auto equal = best_of_equal_arcs(scores, single_root)) return equal;
  return ArborescenceSearch(scores, single_root).run();
}

}  // namespace costruct
