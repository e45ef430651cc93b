// Decoders over the score table of a sentence and a grammar in Chomsky normal form (Cocke, Kasami,
// Younger; Brefeld 2008, appendix C). They know no features, no losses but counts, and no learner.
//
// A tree over tokens 0..T-1, T >= 1, has a leaf per token and T - 1 binary nodes; its encoding is
// that of tree_code.hpp. Its value is that of the node on top plus root(its symbol), with
//   value(leaf of symbol A at t) = leaf(t, A)
//   value(A over [i, j) split before k into B and C)
//     = (rule(A -> B C) + (value(B over [i, k)) + value(C over [k, j)))) + span(i, j, A)
// summed in this order, so that all decoders here and tree_value() agree to the last bit. Among
// equal values the lexicographically smallest encoding is returned, as far as sums are exact: where
// a large score takes the digits of a smaller one below it, trees that are equal for that reason
// alone are not looked for.
#pragma once

#include <compare>
#include <memory>
#include <optional>
#include <span>

#include "costruct/core/decode/tree_code.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// parent -> left right
struct BinaryRule {
  int parent = 0, left = 0, right = 0;
  friend auto operator<=>(const BinaryRule&, const BinaryRule&) = default;
};

/// The binary rules of a grammar over symbols 0..num_symbols()-1, arranged for CKY. Rules keep the
/// numbers that they have in the list they are given in.
class CkyGrammar {
 public:
  CkyGrammar() = default;
  /// Each rule stands once.
  CkyGrammar(Index num_symbols, std::vector<BinaryRule> rules);

  Index num_symbols() const { return num_symbols_; }
  Index num_rules() const { return static_cast<Index>(rules_.size()); }
  const BinaryRule& rule(Index r) const { return rules_[r]; }
  /// The rule's number, or -1. O(log of the number of rules).
  Index find(const BinaryRule& rule) const;

  /// A pair of children and the rules that make it: places [first_rule, last_rule) of
  /// by_children().
  struct Pair {
    int right;
    std::int32_t first_rule, last_rule;
  };
  /// The pairs with this left child, by ascending right one.
  std::span<const Pair> pairs(int left) const {
    return {pairs_.data() + pair_begin_[left], pairs_.data() + pair_begin_[left + 1]};
  }
  struct Parent {
    int symbol;
    std::int32_t rule;
  };
  /// Rules by left child, then right child, then parent.
  const std::vector<Parent>& by_children() const { return by_children_; }
  /// The numbers of the rules of a parent, by left child, then right child.
  std::span<const std::int32_t> rules_of(int parent) const {
    return {by_parent_.data() + parent_begin_[parent],
            by_parent_.data() + parent_begin_[parent + 1]};
  }

 private:
  Index num_symbols_ = 0;
  std::vector<BinaryRule> rules_;
  std::vector<Index> pair_begin_;  // of each left child
  std::vector<Pair> pairs_;
  std::vector<Parent> by_children_;
  std::vector<Index> parent_begin_;
  std::vector<std::int32_t> by_parent_;
};

/// The score table of a sentence. Minus infinity means: not allowed; no score is plus infinity.
struct ParseScores {
  Index length = 0;               ///< tokens, >= 1
  std::vector<Index> leaf_begin;  ///< of token t: entries [leaf_begin[t], leaf_begin[t + 1])
  std::vector<int> leaf_symbol;   ///< each symbol at most once for a token
  Vector leaf_score;
  Vector rule;  ///< by the grammar's numbers
  Vector root;  ///< by symbol
  /// Scores of symbols over spans of two tokens or more, a row of all symbols for each cell();
  /// empty: zeros.
  Vector span;
  /// A symbol for each cell, or -1, whose score is `marked_score` higher there; empty: none. With
  /// `only_marked` no other symbol is allowed.
  std::vector<int> marked;
  double marked_score = 0;
  bool only_marked = false;

  /// The place of span [first, last).
  static Index cell(Index first, Index last) { return last * (last - 1) / 2 + first; }
  Index num_cells() const { return length * (length + 1) / 2; }
};

/// The value of a tree; minus infinity where the grammar does not have it.
double tree_value(const CkyGrammar& grammar, const ParseScores& scores, const Output& tree);

/// The best tree; nullopt where there is none. O(T^3 R) for R rules.
std::optional<Decoded> cky(const CkyGrammar& grammar, const ParseScores& scores);

/// The k best trees by descending value, fewer where there are fewer; equal values in lexicographic
/// order. As cky(), and then O(k T (rules of a symbol + log k)) lazily (Huang & Chiang 2005,
/// algorithm 3).
std::vector<Decoded> cky_k_best(const CkyGrammar& grammar, const ParseScores& scores, Index k);

/// Marks the nodes of a tree over two tokens or more: ParseScores::marked.
std::vector<int> marks_of(const Output& tree);

/// For h = 0..T-1 the best tree that has exactly h of the marked nodes (symbol and span). The marks
/// must be those of a tree; `marked_score` counts as 0. Made in O(T^3 R) times the square of the
/// marked nodes within a span; grammar and scores must live as long.
class CkyPerHits {
 public:
  CkyPerHits(const CkyGrammar& grammar, const ParseScores& scores);
  ~CkyPerHits();
  CkyPerHits(const CkyPerHits&) = delete;
  CkyPerHits& operator=(const CkyPerHits&) = delete;

  /// The value of the best tree; minus infinity where there is none.
  double value(Index hits) const;
  /// The best tree, where there is one.
  Output tree(Index hits);

 private:
  class Chart;
  static std::unique_ptr<Chart>& spare();
  std::unique_ptr<Chart> chart_;
};

/// Bytes that CkyPerHits needs at most, for `length` tokens and any marks: two values for each
/// symbol and each pair of a span and a number of marked nodes within it, fewer than T^3 / 6 + T^2
/// of these.
double per_hits_bytes(Index length, Index symbols);

/// log Z, the logarithm of the sum of exp value(y) over all trees y, and probabilities p(y) = exp
/// value(y) / Z.
struct TreeSums {
  double log_partition = 0;
  Vector leaf;  ///< as ParseScores::leaf_score: the probability that the leaf has the symbol
  Vector rule;  ///< expected number of uses of each rule
  Vector root;  ///< the probability that the symbol is on top
  /// As ParseScores::span where that is not empty, else empty: the probability of a node.
  Vector span;
};
/// The sums by the inside-outside algorithm (Baker 1979; Lari & Young 1990); nullopt where there is
/// no tree. Finite for scores as large as 1e300. O(T^3 R).
std::optional<TreeSums> inside_outside(const CkyGrammar& grammar, const ParseScores& scores);
/// log Z alone.
std::optional<double> log_sum_of_trees(const CkyGrammar& grammar, const ParseScores& scores);
/// What some tree has, however small its probability: entries of inside_outside() that can be other
/// than 0 are above 0, all others 0.
std::optional<TreeSums> support_of_trees(const CkyGrammar& grammar, const ParseScores& scores);

}  // namespace costruct
