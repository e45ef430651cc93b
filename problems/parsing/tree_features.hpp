// The joint feature map of sentences and trees: counts of rules, and features of the nodes' spans.
#pragma once

#include <algorithm>
#include <memory>

#include "costruct/core/interfaces/log_partition.hpp"
#include "costruct/problems/known_inputs.hpp"
#include "costruct/problems/parsing/sentences.hpp"

namespace costruct::parsing {

/// Phi(x, y) over some views of the data: its coordinates, its values, and the score table of a
/// sentence x. Phi counts the rules of tree y and the features of its nodes.
///
/// A view has these weights, for N symbols of the grammar:
///   - feature j of spans and symbol A at j * N + A, for nodes with symbol A
///   - the binary rules, the lexical rules and the symbols on top, by their numbers in the grammar
/// Views follow each other. Each view has its own weights of rules.
class TreeFeatures {
 public:
  /// The features of a view, and the coordinates of its first weights of each kind: of features of
  /// spans, binary rules, lexical rules and symbols on top.
  struct Block {
    const SpanFeatures* of_spans;
    Index features, binary, lexical, root;
  };

  /// Over the views [first_view, first_view + num_views) of the data. The data must outlive this
  /// object.
  TreeFeatures(const SentenceData& data, Index first_view, Index num_views);

  /// Rules out trees that contradict the facts about their input (known_brackets.hpp). If an input
  /// has no tree that agrees with its facts, no tree is ruled out. Instead, each node that
  /// contradicts the facts has the cost kRuledOut.
  /// @param known  an entry for each input
  void set_known(std::vector<Known> known);
  const KnownInputs& known() const { return known_; }

  Index dimension() const { return dimension_; }
  Index num_symbols() const { return symbols_; }
  const std::vector<Block>& blocks() const { return blocks_; }

  /// Calls action(coordinate) for each feature of (x, y), as often as the feature counts. A tree
  /// may have rules and symbols that the grammar does not have, for example a tree from a test
  /// file. They have no coordinate.
  template <class Action>
  void for_each(InputId x, const Output& y, const Action& action) const;

  /// Returns the score table of x, which must have a token. The next call on the same thread
  /// overwrites it.
  ParseScores& scores(InputId x, ConstVectorRef w) const;

  /// Calls action(coordinate, expectation) for the features of x with expectations that may differ
  /// from 0. A coordinate may occur in several calls; its expectation is the sum of these.
  /// @param sums  the result of inside_outside() for scores() of x
  template <class Action>
  void for_each_expected(InputId x, const TreeSums& sums, const Action& action) const;

  /// See LogPartition::expected_features().
  std::unique_ptr<ExpectedFeatures> expectations(std::vector<InputId> inputs, Vector factors) const;

 private:
  const Grammar& grammar() const { return data_.rules->grammar(); }
  void fill_leaves(InputId x, ConstVectorRef w, ParseScores& scores) const;
  void fill_spans(InputId x, ConstVectorRef w, ParseScores& scores) const;

  // Calls action(feature) for the features of the span [first, last) of x.
  template <class Action>
  void for_each_span_feature(const SpanFeatures& spans, InputId x, Index first, Index last,
                             const Action& action) const {
    if (spans.num_features == 0) return;
    const Index token = data_.token_begin[x];
    for (const std::int32_t j : spans.begins.features_of(token + first)) action(j);
    for (const std::int32_t j : spans.ends.features_of(token + last - 1)) action(j);
    if (const std::int32_t j = width_feature(spans, last - first); j >= 0) action(j);
    for (Index t = first; t < last; ++t) {
      for (const std::int32_t j : spans.contains.features_of(token + t)) {
        if (!stands_before(spans, token + first, token + t, j)) action(j);
      }
    }
  }
  static std::int32_t width_feature(const SpanFeatures& spans, Index width) {
    if (spans.widths.empty()) return -1;
    return spans.widths[std::min<Index>(width, std::ssize(spans.widths)) - 1];
  }
  // Whether a token of [first, token) has feature j too.
  static bool stands_before(const SpanFeatures& spans, Index first, Index token, std::int32_t j) {
    for (Index t = first; t < token; ++t) {
      const auto features = spans.contains.features_of(t);
      if (std::find(features.begin(), features.end(), j) != features.end()) return true;
    }
    return false;
  }

  const SentenceData& data_;
  KnownInputs known_;
  std::vector<bool> has_tree_;  // of each input, whether one with the known brackets is possible
  Index symbols_;
  Index dimension_ = 0;
  std::vector<Block> blocks_;
};

template <class Action>
void TreeFeatures::for_each(InputId x, const Output& y, const Action& action) const {
  const auto number = [](const auto& list, const auto& rule) {
    const auto at = std::lower_bound(list.begin(), list.end(), rule);
    return at != list.end() && *at == rule ? at - list.begin() : -1;
  };
  for_each_node(y, [&](const TreeNode& node) {
    if (node.symbol >= symbols_) return;
    Index rule = -1;
    if (!node.is_leaf()) {
      rule = data_.rules->number_of({node.symbol, node.left, node.right});
    } else if (const int terminal = data_.terminal[data_.token_begin[x] + node.first];
               terminal >= 0) {
      rule = number(grammar().lexical, LexicalRule{node.symbol, terminal});
    }
    for (const Block& block : blocks_) {
      for_each_span_feature(*block.of_spans, x, node.first, node.last,
                            [&](Index j) { action(block.features + j * symbols_ + node.symbol); });
      if (rule >= 0) action((node.is_leaf() ? block.lexical : block.binary) + rule);
    }
  });
  if (y.parts.empty()) return;
  if (const Index root = number(grammar().roots, y.parts.front()); root >= 0) {
    for (const Block& block : blocks_) action(block.root + root);
  }
}

template <class Action>
void TreeFeatures::for_each_expected(InputId x, const TreeSums& sums, const Action& action) const {
  const UsedRules& rules = *data_.rules;
  const Index T = data_.length(x);
  for (const Block& block : blocks_) {
    for (std::size_t r = 0; r < sums.rule.size(); ++r) {
      if (sums.rule[r] != 0) action(block.binary + rules.binary()[r], sums.rule[r]);
    }
    for (const std::int32_t r : rules.roots())
      action(block.root + r, sums.root[grammar().roots[r]]);
    Index entry = 0;
    for (Index t = 0; t < T; ++t) {
      const int terminal = data_.terminal[data_.token_begin[x] + t];
      const auto at_leaf = [&](int symbol) {
        const double p = sums.leaf[entry++];
        for_each_span_feature(*block.of_spans, x, t, t + 1,
                              [&](Index j) { action(block.features + j * symbols_ + symbol, p); });
        return p;
      };
      if (terminal < 0) {
        for (const int symbol : rules.leaf_symbols()) at_leaf(symbol);
      } else {
        for (const std::int32_t r : rules.of_terminal(terminal))
          action(block.lexical + r, at_leaf(grammar().lexical[r].symbol));
      }
    }
    if (block.of_spans->num_features == 0) continue;
    for (Index last = 2; last <= T; ++last) {
      for (Index first = 0; first + 1 < last; ++first) {
        const double* p = sums.span.data() + ParseScores::cell(first, last) * symbols_;
        for_each_span_feature(*block.of_spans, x, first, last, [&](Index j) {
          for (Index A = 0; A < symbols_; ++A) {
            if (p[A] != 0) action(block.features + j * symbols_ + A, p[A]);
          }
        });
      }
    }
  }
}

}  // namespace costruct::parsing
