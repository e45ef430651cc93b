#include "costruct/core/decode/trees/cky.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "costruct/core/decode/trees/cky_chart.hpp"

namespace costruct {
namespace {

using cky_chart::added;
using cky_chart::Chart;
using cky_chart::for_each_split;
using cky_chart::kNever;

// Computes the best value of each item. Spans are visited by their ends 1, 2, ...; spans with the
// same end from right to left. So all items within a span are computed before it.
class BestTrees {
 public:
  void fill(const CkyGrammar& grammar, const ParseScores& scores) {
    symbols_ = grammar.num_symbols();
    chart_.reset(scores.length, symbols_);
    best_.assign(symbols_, kNever);
    touched_.clear();
    for (Index last = 1; last <= scores.length; ++last) {
      for (Index e = scores.leaf_begin[last - 1]; e < scores.leaf_begin[last]; ++e) {
        if (scores.leaf_score[e] > kNever)
          chart_.set(last - 1, last, scores.leaf_symbol[e], scores.leaf_score[e]);
      }
      for (Index first = last - 2; first >= 0; --first) {
        if (chart_.from.words() == 1) {
          combine<1>(grammar, scores, first, last);
        } else {
          combine<0>(grammar, scores, first, last);
        }
        const Index cell = ParseScores::cell(first, last);
        for (const int A : touched_) {
          const double value = best_[A] + added(scores, symbols_, cell, A);
          best_[A] = kNever;
          if (value > kNever) chart_.set(first, last, A, value);
        }
        touched_.clear();
      }
    }
  }

  const Chart& chart() const { return chart_; }

 private:
  // Computes best_[A] = max over rules and splits, for the symbols in touched_. kWords: number of
  // words of a mask, 0 if there are many.
  template <Index kWords>
  void combine(const CkyGrammar& grammar, const ParseScores& scores, Index first, Index last) {
    const std::int32_t* rows_to = chart_.to.rows_at(last);
    const Index words = kWords > 0 ? kWords : chart_.from.words();
    for (const int B : chart_.from.present(first)) {
      const std::int32_t left = chart_.from.row(first, B);
      const std::uint64_t* left_mask = chart_.from.mask(left);
      const double* left_values = chart_.from.values(left);
      for (const CkyGrammar::Pair& pair : grammar.pairs(B)) {
        const std::int32_t right = rows_to[pair.right];
        if (right < 0) continue;
        const double* right_values = chart_.to.values(right);
        double best = kNever;
        for_each_split(left_mask, chart_.to.mask(right), words,
                       [&](Index k) { best = std::max(best, left_values[k] + right_values[k]); });
        if (best == kNever) continue;
        for (std::int32_t r = pair.first_rule; r < pair.last_rule; ++r) {
          const auto& [A, rule] = grammar.by_children()[r];
          const double value = scores.rule[rule] + best;
          if (value > best_[A]) {
            if (best_[A] == kNever) touched_.push_back(A);
            best_[A] = value;
          }
        }
      }
    }
  }

  Index symbols_ = 0;
  Chart chart_;
  Vector best_;
  std::vector<int> touched_;
};

// Calls action(k, B, C, rule) for all ways to make A over [first, last) from items of the chart.
template <class Action>
void for_each_way(const CkyGrammar& grammar, const Chart& chart, Index first, Index last, int A,
                  const Action& action) {
  for (const std::int32_t r : grammar.rules_of(A)) {
    const BinaryRule& rule = grammar.rule(r);
    const std::int32_t left = chart.from.row(first, rule.left),
                       right = chart.to.row(last, rule.right);
    if (left < 0 || right < 0) continue;
    for_each_split(chart.from.mask(left), chart.to.mask(right), chart.from.words(),
                   [&](Index k) { action(k, rule.left, rule.right, r); });
  }
}

// Appends the smallest of the best trees with A over [first, last).
void append_best(const CkyGrammar& grammar, const ParseScores& scores, const Chart& chart,
                 Index first, Index last, int A, std::vector<int>& parts) {
  parts.push_back(A);
  if (last == first + 1) return;
  const double value = chart.value(first, last, A);
  const double on_top = added(scores, grammar.num_symbols(), ParseScores::cell(first, last), A);
  std::tuple<Index, int, int> smallest{last, 0, 0};
  for_each_way(grammar, chart, first, last, A, [&](Index k, int B, int C, std::int32_t r) {
    const std::tuple<Index, int, int> way{k, B, C};
    if (way >= smallest) return;
    const double candidate =
        (scores.rule[r] + (chart.value(first, k, B) + chart.value(k, last, C))) + on_top;
    if (candidate == value) smallest = way;
  });
  const auto [k, B, C] = smallest;
  parts.push_back(static_cast<int>(k - first));
  append_best(grammar, scores, chart, first, k, B, parts);
  append_best(grammar, scores, chart, k, last, C, parts);
}

// The k best trees of every item. Each list is made only as far as needed (Huang & Chiang 2005,
// algorithm 3). A tree is stored as a rule, a split and the ranks of its two subtrees. Encodings
// are compared only where values tie.
class KBestTrees {
 public:
  KBestTrees(const CkyGrammar& grammar, const ParseScores& scores, const Chart& chart)
      : grammar_(grammar), scores_(scores), chart_(chart) {}

  // The value of the tree of this rank (from 0) with `symbol` over [first, last); kNever if there
  // are fewer trees.
  double value(Index first, Index last, int symbol, Index rank) {
    if (rank == 0) return chart_.value(first, last, symbol);
    const List& list = extend(first, last, symbol, rank);
    return rank < std::ssize(list.found) ? list.found[rank].value : kNever;
  }

  // Appends the encoding of a tree, which must exist.
  void append(Index first, Index last, int symbol, Index rank, std::vector<int>& parts) {
    if (rank == 0) return append_best(grammar_, scores_, chart_, first, last, symbol, parts);
    append(first, last, symbol, extend(first, last, symbol, rank).found[rank], parts);
  }

 private:
  struct Candidate {
    double value;
    Index middle;
    std::int32_t rule;
    Index left_rank, right_rank;
  };
  struct List {
    bool started = false;
    std::vector<Candidate> heap;  // the best on top
    std::set<std::tuple<Index, std::int32_t, Index, Index>> offered;
    std::vector<Candidate> found;  // by rank
  };

  void append(Index first, Index last, int symbol, const Candidate& of, std::vector<int>& parts) {
    const BinaryRule& rule = grammar_.rule(of.rule);
    parts.push_back(symbol);
    parts.push_back(static_cast<int>(of.middle - first));
    append(first, of.middle, rule.left, of.left_rank, parts);
    append(of.middle, last, rule.right, of.right_rank, parts);
  }

  // Whether a has the larger encoding. Trees of the same item and rank are equal, so encodings are
  // made only of subtrees with the same symbol and different ranks.
  bool is_larger(Index first, Index last, const Candidate& a, const Candidate& b) {
    if (a.middle != b.middle) return a.middle > b.middle;
    const BinaryRule &rule_a = grammar_.rule(a.rule), &rule_b = grammar_.rule(b.rule);
    if (rule_a.left != rule_b.left) return rule_a.left > rule_b.left;
    if (a.left_rank != b.left_rank)
      return is_larger(first, a.middle, rule_a.left, a.left_rank, b.left_rank);
    if (rule_a.right != rule_b.right) return rule_a.right > rule_b.right;
    return a.right_rank != b.right_rank &&
           is_larger(a.middle, last, rule_a.right, a.right_rank, b.right_rank);
  }
  bool is_larger(Index first, Index last, int symbol, Index rank_a, Index rank_b) {
    std::vector<int> parts_a, parts_b;
    append(first, last, symbol, rank_a, parts_a);
    append(first, last, symbol, rank_b, parts_b);
    return parts_b < parts_a;
  }

  List& extend(Index first, Index last, int symbol, Index rank) {
    List& list = lists_[{first, last, symbol}];
    const auto worse = [&](const Candidate& a, const Candidate& b) {
      if (a.value != b.value) return a.value < b.value;
      return is_larger(first, last, a, b);
    };
    const double on_top = last == first + 1 ? 0
                                            : added(scores_, grammar_.num_symbols(),
                                                    ParseScores::cell(first, last), symbol);
    const auto offer = [&](Index middle, std::int32_t r, Index left_rank, Index right_rank) {
      if (!list.offered.insert({middle, r, left_rank, right_rank}).second) return;
      const BinaryRule& rule = grammar_.rule(r);
      const double left = value(first, middle, rule.left, left_rank);
      if (left == kNever) return;
      const double right = value(middle, last, rule.right, right_rank);
      if (right == kNever) return;
      const double sum = (scores_.rule[r] + (left + right)) + on_top;
      if (sum == kNever) return;
      list.heap.push_back({sum, middle, r, left_rank, right_rank});
      std::push_heap(list.heap.begin(), list.heap.end(), worse);
    };
    if (!list.started) {
      list.started = true;
      if (last > first + 1 && on_top > kNever) {
        for_each_way(grammar_, chart_, first, last, symbol,
                     [&](Index k, int, int, std::int32_t r) { offer(k, r, 0, 0); });
      }
    }
    while (std::ssize(list.found) <= rank) {
      if (!list.found.empty()) {
        const Candidate of = list.found.back();
        offer(of.middle, of.rule, of.left_rank + 1, of.right_rank);
        offer(of.middle, of.rule, of.left_rank, of.right_rank + 1);
      }
      if (list.heap.empty()) break;
      std::pop_heap(list.heap.begin(), list.heap.end(), worse);
      list.found.push_back(list.heap.back());
      list.heap.pop_back();
    }
    return list;
  }

  const CkyGrammar& grammar_;
  const ParseScores& scores_;
  const Chart& chart_;
  std::map<std::tuple<Index, Index, int>, List> lists_;
};

const Chart& filled_chart(const CkyGrammar& grammar, const ParseScores& scores) {
  thread_local BestTrees trees;
  trees.fill(grammar, scores);
  return trees.chart();
}

double subtree_value(const CkyGrammar& grammar, const ParseScores& scores,
                     const std::vector<int>& parts, std::size_t at, Index first, Index last) {
  const int A = parts[at];
  if (last == first + 1) {
    for (Index e = scores.leaf_begin[first]; e < scores.leaf_begin[last]; ++e) {
      if (scores.leaf_symbol[e] == A) return scores.leaf_score[e];
    }
    return kNever;
  }
  const Index middle = first + parts[at + 1];
  const std::size_t left = at + 2, right = left + 3 * static_cast<std::size_t>(middle - first) - 2;
  const Index rule = grammar.find({A, parts[left], parts[right]});
  if (rule < 0) return kNever;
  const double below = subtree_value(grammar, scores, parts, left, first, middle) +
                       subtree_value(grammar, scores, parts, right, middle, last);
  return (scores.rule[rule] + below) +
         added(scores, grammar.num_symbols(), ParseScores::cell(first, last), A);
}

}  // namespace

CkyGrammar::CkyGrammar(Index num_symbols, std::vector<BinaryRule> rules)
    : num_symbols_(num_symbols), rules_(std::move(rules)) {
  std::vector<std::int32_t> order(rules_.size());
  for (std::size_t r = 0; r < order.size(); ++r) order[r] = static_cast<std::int32_t>(r);
  const auto sorted_by = [&](auto key) {
    std::sort(order.begin(), order.end(),
              [&](std::int32_t a, std::int32_t b) { return key(rules_[a]) < key(rules_[b]); });
  };

  sorted_by([](const BinaryRule& r) { return std::tuple(r.left, r.right, r.parent); });
  pair_begin_.assign(num_symbols + 1, 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const BinaryRule& rule = rules_[order[i]];
    const bool new_pair = i == 0 || rules_[order[i - 1]].left != rule.left ||
                          rules_[order[i - 1]].right != rule.right;
    const auto place = static_cast<std::int32_t>(i);
    if (new_pair) {
      pairs_.push_back({rule.right, place, place});
      ++pair_begin_[rule.left + 1];
    }
    pairs_.back().last_rule = place + 1;
    by_children_.push_back({rule.parent, order[i]});
  }
  for (Index s = 0; s < num_symbols; ++s) pair_begin_[s + 1] += pair_begin_[s];

  sorted_by([](const BinaryRule& r) { return std::tuple(r.parent, r.left, r.right); });
  parent_begin_.assign(num_symbols + 1, 0);
  for (const std::int32_t r : order) ++parent_begin_[rules_[r].parent + 1];
  for (Index s = 0; s < num_symbols; ++s) parent_begin_[s + 1] += parent_begin_[s];
  by_parent_ = std::move(order);
}

Index CkyGrammar::find(const BinaryRule& rule) const {
  const auto in_range = [&](int symbol) { return symbol >= 0 && symbol < num_symbols_; };
  if (!in_range(rule.parent) || !in_range(rule.left) || !in_range(rule.right)) return -1;
  const auto of_parent = rules_of(rule.parent);
  const auto at = std::lower_bound(
      of_parent.begin(), of_parent.end(), rule,
      [&](std::int32_t r, const BinaryRule& sought) { return rules_[r] < sought; });
  return at != of_parent.end() && rules_[*at] == rule ? *at : -1;
}

double tree_value(const CkyGrammar& grammar, const ParseScores& scores, const Output& tree) {
  const int top = tree.parts.front();
  if (top < 0 || top >= grammar.num_symbols()) return kNever;
  return subtree_value(grammar, scores, tree.parts, 0, 0, scores.length) + scores.root[top];
}

std::optional<Decoded> cky(const CkyGrammar& grammar, const ParseScores& scores) {
  const Chart& chart = filled_chart(grammar, scores);
  double best = kNever;
  int top = -1;
  for (int A = 0; A < static_cast<int>(grammar.num_symbols()); ++A) {
    if (scores.root[A] == kNever) continue;
    const double value = chart.value(0, scores.length, A) + scores.root[A];
    if (value > best) {
      best = value;
      top = A;
    }
  }
  if (top < 0) return std::nullopt;
  Decoded decoded{{}, best};
  decoded.output.parts.reserve(3 * scores.length - 2);
  append_best(grammar, scores, chart, 0, scores.length, top, decoded.output.parts);
  return decoded;
}

std::vector<Decoded> cky_k_best(const CkyGrammar& grammar, const ParseScores& scores, Index k) {
  const Chart& chart = filled_chart(grammar, scores);
  KBestTrees trees(grammar, scores, chart);
  struct Top {
    Decoded tree;
    Index rank;  // among the trees with its symbol on top
    bool operator<(const Top& other) const {
      if (tree.value != other.tree.value) return tree.value > other.tree.value;
      return tree.output < other.tree.output;
    }
  };
  std::set<Top> tops;
  const auto offer = [&](int symbol, Index rank) {
    const double value = trees.value(0, scores.length, symbol, rank) + scores.root[symbol];
    if (value == kNever) return;
    Top top{{{}, value}, rank};
    trees.append(0, scores.length, symbol, rank, top.tree.output.parts);
    tops.insert(std::move(top));
  };
  for (int A = 0; A < static_cast<int>(grammar.num_symbols()); ++A) {
    if (scores.root[A] > kNever && chart.value(0, scores.length, A) > kNever) offer(A, 0);
  }
  std::vector<Decoded> found;
  while (static_cast<Index>(found.size()) < k && !tops.empty()) {
    Top top = std::move(tops.extract(tops.begin()).value());
    found.push_back(top.tree);
    if (static_cast<Index>(found.size()) < k) offer(top.tree.output.parts.front(), top.rank + 1);
  }
  return found;
}

std::vector<int> marks_of(const Output& tree) {
  const Index length = tree_tokens(tree);
  std::vector<int> marks(length * (length + 1) / 2, -1);
  for_each_node(tree, [&](const TreeNode& node) {
    if (!node.is_leaf()) marks[ParseScores::cell(node.first, node.last)] = node.symbol;
  });
  return marks;
}

}  // namespace costruct
