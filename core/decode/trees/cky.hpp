// Decoders for sentences and a grammar in Chomsky normal form (Cocke, Kasami, Younger; Brefeld
// 2008, appendix C). Their inputs are a grammar and a score table. Callers compute the scores from
// features and weights.
//
// A tree over tokens 0..T-1, T >= 1, has a leaf for each token and T - 1 binary nodes;
// tree_code.hpp describes its encoding. The value of the tree is the value of its top node plus
// root(symbol of the top node), with
//   value(leaf of symbol A at t) = leaf(t, A)
//   value(A over [i, j) split before k into B and C)
//     = (rule(A -> B C) + (value(B over [i, k)) + value(C over [k, j)))) + span(i, j, A).
// All decoders here and tree_value() sum in this order, so that they agree to the last bit. Among
// trees of equal value they return the one with the lexicographically smallest encoding. This is
// not guaranteed if values are equal only by rounding, as when a large score hides a small one.
//
// In costs, T is the number of tokens and R the number of rules.
#pragma once

#include <compare>
#include <memory>
#include <optional>
#include <span>

#include "costruct/core/decode/trees/tree_code.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The rule parent -> left right, given by the numbers of its symbols.
struct BinaryRule {
  int parent = 0, left = 0, right = 0;
  friend auto operator<=>(const BinaryRule&, const BinaryRule&) = default;
};

/// The binary rules of a grammar over symbols 0..num_symbols()-1, arranged for CKY. Rules are
/// numbered as in the list that you pass.
class CkyGrammar {
 public:
  CkyGrammar() = default;
  /// Symbols must be from 0 to num_symbols - 1. `rules` must not contain a rule twice.
  CkyGrammar(Index num_symbols, std::vector<BinaryRule> rules);

  Index num_symbols() const { return num_symbols_; }
  Index num_rules() const { return static_cast<Index>(rules_.size()); }
  const BinaryRule& rule(Index r) const { return rules_[r]; }
  /// Returns the number of the rule, or -1 if the grammar does not have it. Cost: O(log R).
  Index find(const BinaryRule& rule) const;

  /// A pair of children whose left child is known: the right child, and the rules with this pair.
  /// The rules are entries [first_rule, last_rule) of by_children().
  struct Pair {
    int right;
    std::int32_t first_rule, last_rule;
  };
  /// The pairs with this left child, by ascending right child.
  std::span<const Pair> pairs(int left) const {
    return {pairs_.data() + pair_begin_[left], pairs_.data() + pair_begin_[left + 1]};
  }
  /// The parent of a rule, and the number of the rule.
  struct Parent {
    int symbol;
    std::int32_t rule;
  };
  /// All rules, ordered by left child, then right child, then parent.
  const std::vector<Parent>& by_children() const { return by_children_; }
  /// The numbers of the rules with this parent, ordered by left child, then right child.
  std::span<const std::int32_t> rules_of(int parent) const {
    return {by_parent_.data() + parent_begin_[parent],
            by_parent_.data() + parent_begin_[parent + 1]};
  }

 private:
  Index num_symbols_ = 0;
  std::vector<BinaryRule> rules_;
  std::vector<Index> pair_begin_;  // for each left child
  std::vector<Pair> pairs_;
  std::vector<Parent> by_children_;
  std::vector<Index> parent_begin_;
  std::vector<std::int32_t> by_parent_;
};

/// The score table of a sentence. A score of minus infinity forbids the leaf, rule, root or node.
/// No score may be plus infinity.
struct ParseScores {
  Index length = 0;               ///< number of tokens, >= 1
  std::vector<Index> leaf_begin;  ///< token t has the entries [leaf_begin[t], leaf_begin[t + 1])
  std::vector<int> leaf_symbol;   ///< symbol of each entry; each at most once for a token
  Vector leaf_score;              ///< score of each entry
  Vector rule;                    ///< by rule number
  Vector root;                    ///< score of each symbol as the top node
  /// Scores of symbols over spans of two tokens or more: a row of all symbols for each cell(). If
  /// empty, all these scores are 0.
  Vector span;
  /// The marked symbol of each cell(), or kNoMark. The score of a marked symbol in its cell is
  /// higher by `marked_score`. If `only_marked`, only marked symbols may stand over spans of two
  /// tokens or more. An entry -2 - s marks several symbols: those of marked_sets[s]. Empty: there
  /// are no marks.
  std::vector<int> marked;
  std::vector<std::vector<bool>> marked_sets;  ///< each has an entry for each symbol
  double marked_score = 0;
  bool only_marked = false;

  /// The number of the cell of the span of tokens [first, last).
  static Index cell(Index first, Index last) { return last * (last - 1) / 2 + first; }
  Index num_cells() const { return length * (length + 1) / 2; }

  static constexpr int kNoMark = -1;
  /// Whether the symbol is marked in the cell; there must be marks.
  bool is_marked(Index cell, int symbol) const {
    const int mark = marked[cell];
    if (mark >= kNoMark) return mark == symbol;
    return marked_sets[static_cast<std::size_t>(-2 - mark)][static_cast<std::size_t>(symbol)];
  }
};

/// The value of a tree, marks included; minus infinity if the grammar does not allow it. `tree`
/// must encode a tree of scores.length tokens, which is not checked.
double tree_value(const CkyGrammar& grammar, const ParseScores& scores, const Output& tree);

/// Returns a best tree and its value; nullopt if none exists. Cost: O(T^3 R).
std::optional<Decoded> cky(const CkyGrammar& grammar, const ParseScores& scores);

/// Returns the k best trees by descending value, or all trees if there are fewer than k. Trees of
/// equal value are in lexicographic order. Lazy enumeration (Huang & Chiang 2005, algorithm 3)
/// costs O(k T (rules of a symbol + log k)) more than cky().
std::vector<Decoded> cky_k_best(const CkyGrammar& grammar, const ParseScores& scores, Index k);

/// Marks the nodes of a tree that cover two tokens or more. Returns the marks in the form of
/// ParseScores::marked.
std::vector<int> marks_of(const Output& tree);

/// Finds the best tree with exactly h hits, for h = 0..T-1. A hit is a node whose span and symbol
/// are marked in ParseScores::marked.
///
/// There must be marks. They must come from marks_of(), or be spans that do not cross.
/// `marked_score` and `only_marked` have no effect. Construction costs O(T^3 R) times the square of
/// the number of marked nodes within a span. `grammar` and `scores` must outlive the object.
class CkyPerHits {
 public:
  CkyPerHits(const CkyGrammar& grammar, const ParseScores& scores);
  ~CkyPerHits();
  CkyPerHits(const CkyPerHits&) = delete;
  CkyPerHits& operator=(const CkyPerHits&) = delete;

  /// The value of the best tree with this number of hits; minus infinity if none exists. `hits`
  /// must be >= 0.
  double value(Index hits) const;
  /// The best tree with this number of hits. Call it only if value(hits) is not minus infinity.
  Output tree(Index hits);

 private:
  class Chart;
  static std::unique_ptr<Chart>& spare();
  std::unique_ptr<Chart> chart_;
};

/// Returns an upper bound of the bytes that CkyPerHits needs for `length` tokens and any marks. It
/// counts two doubles for each symbol, span, and possible number of hits within the span. There are
/// fewer than T^3 / 6 + T^2 pairs of a span and a number of hits.
double per_hits_bytes(Index length, Index symbols);

/// Sums over all trees y of a sentence: the log-partition, and expectations under
///   p(y) = exp value(y) / Z   with   Z = sum_y exp value(y).
struct TreeSums {
  double log_partition = 0;  ///< log Z
  /// Probability that the leaf has the symbol, in the order of ParseScores::leaf_score.
  Vector leaf;
  Vector rule;  ///< expected number of uses of each rule, by rule number
  Vector root;  ///< probability that the top node has the symbol, for each symbol
  /// Probability that the tree has the node, in the order of ParseScores::span; 0 for spans of one
  /// token. Empty if ParseScores::span is empty.
  Vector span;
};
/// Computes TreeSums by the inside-outside algorithm (Baker 1979; Lari & Young 1990). Returns
/// nullopt if there is no tree. Results are finite for scores as large as 1e300. Cost: O(T^3 R).
std::optional<TreeSums> inside_outside(const CkyGrammar& grammar, const ParseScores& scores);
/// Computes only log Z; nullopt if there is no tree.
std::optional<double> log_sum_of_trees(const CkyGrammar& grammar, const ParseScores& scores);
/// Finds which leaves, rules, roots and nodes occur in some tree, however small its probability is.
/// An entry of the result is positive if the entry of inside_outside() can differ from 0, and 0
/// otherwise. Returns nullopt if there is no tree.
std::optional<TreeSums> support_of_trees(const CkyGrammar& grammar, const ParseScores& scores);

}  // namespace costruct
