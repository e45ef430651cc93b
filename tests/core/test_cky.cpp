// Decoders over score tables of sentences and grammars, against the enumeration of all trees and,
// for long sentences, against CKY in its plainest form.
#include <catch2/catch.hpp>

#include "core/chain_support.hpp"
#include "costruct/core/decode/trees/cky.hpp"

#include <cmath>
#include <limits>
#include <map>

using namespace costruct;
using namespace costruct::test;

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

struct Sentence {
  CkyGrammar grammar;
  ParseScores scores;
};

double uniform(Dice& dice) {
  return (dice.real() + 1) / 2;
}

/// A grammar over `symbols` of which each rule is there with probability `density`, and a sentence.
/// Any symbol may be a leaf.
Sentence random_sentence(Dice& dice, Numbers numbers, Index length, int symbols, double density,
                         bool spans, bool all_roots) {
  std::vector<BinaryRule> rules;
  for (int a = 0; a < symbols; ++a) {
    for (int b = 0; b < symbols; ++b) {
      for (int c = 0; c < symbols; ++c) {
        if (uniform(dice) < density) rules.push_back({a, b, c});
      }
    }
  }
  for (std::size_t i = rules.size(); i > 1; --i)  // their numbers are no order
    std::swap(rules[i - 1], rules[dice.range(0, static_cast<int>(i) - 1)]);
  Sentence made{CkyGrammar(symbols, rules), {}};
  ParseScores& scores = made.scores;
  scores.length = length;
  scores.leaf_begin.push_back(0);
  for (Index t = 0; t < length; ++t) {
    for (int a = symbols - 1; a >= 0; --a) {
      if (uniform(dice) > .6) continue;
      scores.leaf_symbol.push_back(a);
      scores.leaf_score.push_back(dice.draw(numbers));
    }
    scores.leaf_begin.push_back(static_cast<Index>(scores.leaf_symbol.size()));
  }
  for (std::size_t r = 0; r < rules.size(); ++r) scores.rule.push_back(dice.draw(numbers));
  for (int a = 0; a < symbols; ++a)
    scores.root.push_back(all_roots || uniform(dice) < .7 ? dice.draw(numbers) : kNever);
  if (spans) {
    for (Index i = 0; i < scores.num_cells() * symbols; ++i)
      scores.span.push_back(dice.draw(numbers));
  }
  return made;
}

/// All trees over [first, last) with their encodings, by the definition.
std::vector<std::vector<int>> all_trees(const Sentence& s, Index first, Index last, int symbol) {
  std::vector<std::vector<int>> trees;
  if (last == first + 1) {
    for (Index e = s.scores.leaf_begin[first]; e < s.scores.leaf_begin[last]; ++e) {
      if (s.scores.leaf_symbol[e] == symbol) trees.push_back({symbol});
    }
    return trees;
  }
  for (Index r = 0; r < s.grammar.num_rules(); ++r) {
    const BinaryRule rule = s.grammar.rule(r);
    if (rule.parent != symbol) continue;
    for (Index k = first + 1; k < last; ++k) {
      const auto rights = all_trees(s, k, last, rule.right);
      if (rights.empty()) continue;
      for (const std::vector<int>& left : all_trees(s, first, k, rule.left)) {
        for (const std::vector<int>& right : rights) {
          std::vector<int> parts{symbol, static_cast<int>(k - first)};
          parts.insert(parts.end(), left.begin(), left.end());
          parts.insert(parts.end(), right.begin(), right.end());
          trees.push_back(std::move(parts));
        }
      }
    }
  }
  return trees;
}

std::vector<Output> all_trees(const Sentence& s) {
  std::vector<Output> trees;
  for (int a = 0; a < static_cast<int>(s.grammar.num_symbols()); ++a) {
    if (s.scores.root[a] == kNever) continue;
    for (std::vector<int>& parts : all_trees(s, 0, s.scores.length, a))
      trees.push_back({std::move(parts)});
  }
  std::sort(trees.begin(), trees.end());
  return trees;
}

/// The documented value of a tree, node by node and not in the documented order: for whole numbers.
double value_of(const Sentence& s, const Output& tree) {
  const ParseScores& scores = s.scores;
  double value = scores.root[tree.parts.front()];
  for_each_node(tree, [&](const TreeNode& node) {
    if (node.is_leaf()) {
      for (Index e = scores.leaf_begin[node.first]; e < scores.leaf_begin[node.last]; ++e) {
        if (scores.leaf_symbol[e] == node.symbol) value += scores.leaf_score[e];
      }
      return;
    }
    for (Index r = 0; r < s.grammar.num_rules(); ++r) {
      if (s.grammar.rule(r) == BinaryRule{node.symbol, node.left, node.right})
        value += scores.rule[r];
    }
    const Index cell = ParseScores::cell(node.first, node.last);
    if (!scores.span.empty()) value += scores.span[cell * s.grammar.num_symbols() + node.symbol];
    if (!scores.marked.empty() && scores.marked[cell] == node.symbol) value += scores.marked_score;
  });
  return value;
}

Index hits_of(const std::vector<int>& marks, const Output& tree) {
  Index hits = 0;
  for_each_node(tree, [&](const TreeNode& node) {
    hits += !node.is_leaf() && marks[ParseScores::cell(node.first, node.last)] == node.symbol;
  });
  return hits;
}

/// Calls check(sentence, all its trees) for sentences of many sizes; some have no tree.
template <class Check>
void over_sentences(const Check& check) {
  Dice dice(19650101);
  for (const Index length : {1, 2, 3, 4, 5, 6}) {
    for (const int symbols : {1, 2, 3}) {
      for (const double density : {.15, .4, 1.}) {
        if (length == 6 && density == 1 && symbols == 3) continue;  // too many trees
        if (length == 5 && density == 1 && symbols == 3) continue;
        for (const bool spans : {false, true}) {
          const Sentence s =
              random_sentence(dice, Numbers::kIntegers, length, symbols, density, spans, spans);
          CAPTURE(length, symbols, density, spans);
          check(s, all_trees(s));
        }
      }
    }
  }
}

std::vector<Decoded> ranked(const Sentence& s, const std::vector<Output>& trees) {
  std::vector<Decoded> all;
  for (const Output& tree : trees) all.push_back({tree, value_of(s, tree)});
  std::stable_sort(all.begin(), all.end(),
                   [](const Decoded& a, const Decoded& b) { return a.value > b.value; });
  return all;
}

bool same(const Decoded& a, const Decoded& b) {
  return a.output == b.output && a.value == b.value;
}

/// CKY over dense tables.
double plain_cky(const Sentence& s) {
  const Index T = s.scores.length, N = s.grammar.num_symbols();
  std::vector<Vector> best(s.scores.num_cells(), Vector(N, kNever));
  for (Index last = 1; last <= T; ++last) {
    for (Index e = s.scores.leaf_begin[last - 1]; e < s.scores.leaf_begin[last]; ++e)
      best[ParseScores::cell(last - 1, last)][s.scores.leaf_symbol[e]] = s.scores.leaf_score[e];
    for (Index first = last - 2; first >= 0; --first) {
      Vector& here = best[ParseScores::cell(first, last)];
      for (Index r = 0; r < s.grammar.num_rules(); ++r) {
        const BinaryRule rule = s.grammar.rule(r);
        for (Index k = first + 1; k < last; ++k)
          here[rule.parent] = std::max(
              here[rule.parent], s.scores.rule[r] + (best[ParseScores::cell(first, k)][rule.left] +
                                                     best[ParseScores::cell(k, last)][rule.right]));
      }
    }
  }
  double top = kNever;
  for (Index a = 0; a < N; ++a)
    top = std::max(top, best[ParseScores::cell(0, T)][a] + s.scores.root[a]);
  return top;
}

}  // namespace

TEST_CASE("a tree's encoding gives its nodes back", "[core][decode][cky]") {
  const Output tree{{4, 2, 3, 1, 0, 1, 2}};  // 4 over [0, 3), 3 over [0, 2), leaves 0 1 2
  CHECK(tree_tokens(tree) == 3);
  std::vector<std::vector<int>> nodes;
  for_each_node(tree, [&](const TreeNode& n) {
    nodes.push_back({n.symbol, static_cast<int>(n.first), static_cast<int>(n.middle),
                     static_cast<int>(n.last), n.left, n.right});
  });
  CHECK(nodes == std::vector<std::vector<int>>{{4, 0, 2, 3, 3, 2},
                                               {3, 0, 1, 2, 0, 1},
                                               {0, 0, 0, 1, -1, -1},
                                               {1, 1, 1, 2, -1, -1},
                                               {2, 2, 2, 3, -1, -1}});
}

TEST_CASE("CKY agrees with the enumeration of trees, ties included", "[core][decode][cky]") {
  over_sentences([](const Sentence& s, const std::vector<Output>& trees) {
    const auto found = cky(s.grammar, s.scores);
    REQUIRE(found.has_value() == !trees.empty());
    if (!found) return;
    REQUIRE(same(*found, ranked(s, trees).front()));
    for (const Output& tree : trees)
      REQUIRE(tree_value(s.grammar, s.scores, tree) == value_of(s, tree));
  });
}

TEST_CASE("the k best trees are those of enumeration in order", "[core][decode][cky]") {
  over_sentences([](const Sentence& s, const std::vector<Output>& trees) {
    const std::vector<Decoded> all = ranked(s, trees);
    for (const Index k : {1, 2, 7, 40}) {
      const std::vector<Decoded> found = cky_k_best(s.grammar, s.scores, k);
      REQUIRE(std::ssize(found) == std::min<Index>(k, std::ssize(all)));
      for (std::size_t i = 0; i < found.size(); ++i) REQUIRE(same(found[i], all[i]));
    }
  });
}

TEST_CASE("the best tree for each number of marked nodes is that of enumeration",
          "[core][decode][cky]") {
  over_sentences([](Sentence s, const std::vector<Output>& trees) {
    if (trees.empty()) return;
    for (const std::size_t reference : {std::size_t{0}, trees.size() / 2, trees.size() - 1}) {
      s.scores.marked = marks_of(trees[reference]);
      std::vector<std::optional<Decoded>> best(s.scores.length);
      for (const Output& tree : trees) {
        auto& slot = best[hits_of(s.scores.marked, tree)];
        const double value = value_of(s, tree);
        if (!slot || value > slot->value) slot = Decoded{tree, value};
      }
      CkyPerHits found(s.grammar, s.scores);
      for (Index h = 0; h < s.scores.length; ++h) {
        REQUIRE(found.value(h) == (best[h] ? best[h]->value : kNever));
        if (best[h]) REQUIRE(found.tree(h) == best[h]->output);
      }
    }
  });
}

TEST_CASE("marked nodes count more, and others can be shut out", "[core][decode][cky]") {
  over_sentences([](Sentence s, const std::vector<Output>& trees) {
    if (trees.empty()) return;
    const Output& reference = trees[trees.size() / 3];
    s.scores.marked = marks_of(reference);
    s.scores.marked_score = -3;
    REQUIRE(same(*cky(s.grammar, s.scores), ranked(s, trees).front()));
    const std::vector<Decoded> best = cky_k_best(s.grammar, s.scores, 3), all = ranked(s, trees);
    for (std::size_t i = 0; i < best.size(); ++i) REQUIRE(same(best[i], all[i]));

    s.scores.only_marked = true;
    std::vector<Output> alike;
    for (const Output& tree : trees) {
      if (hits_of(s.scores.marked, tree) == s.scores.length - 1) alike.push_back(tree);
    }
    const std::vector<Decoded> kept = cky_k_best(s.grammar, s.scores, 50),
                               expected = ranked(s, alike);
    REQUIRE(kept.size() == std::min<std::size_t>(50, expected.size()));
    for (std::size_t i = 0; i < kept.size(); ++i) REQUIRE(same(kept[i], expected[i]));
  });
}

TEST_CASE("inside and outside sums are those of enumeration", "[core][decode][cky]") {
  over_sentences([](const Sentence& s, const std::vector<Output>& trees) {
    const auto sums = inside_outside(s.grammar, s.scores);
    REQUIRE(sums.has_value() == !trees.empty());
    if (!sums) return;
    double z = 0;
    for (const Output& tree : trees) z += std::exp(value_of(s, tree));
    Vector rule(s.scores.rule.size()), root(s.scores.root.size()), leaf(s.scores.leaf_score.size()),
        span(s.scores.span.size());
    for (const Output& tree : trees) {
      const double p = std::exp(value_of(s, tree)) / z;
      root[tree.parts.front()] += p;
      for_each_node(tree, [&](const TreeNode& node) {
        if (node.is_leaf()) {
          for (Index e = s.scores.leaf_begin[node.first]; e < s.scores.leaf_begin[node.last]; ++e)
            leaf[e] += s.scores.leaf_symbol[e] == node.symbol ? p : 0;
          return;
        }
        rule[s.grammar.find({node.symbol, node.left, node.right})] += p;
        if (!span.empty())
          span[ParseScores::cell(node.first, node.last) * s.grammar.num_symbols() + node.symbol] +=
              p;
      });
    }
    const auto close = [](const Vector& a, const Vector& b) {
      REQUIRE(a.size() == b.size());
      for (std::size_t i = 0; i < a.size(); ++i) REQUIRE(a[i] == Approx(b[i]).margin(1e-10));
    };
    REQUIRE(sums->log_partition == Approx(std::log(z)));
    close(sums->rule, rule);
    close(sums->root, root);
    close(sums->leaf, leaf);
    close(sums->span, span);
    REQUIRE(log_sum_of_trees(s.grammar, s.scores) == sums->log_partition);
    const auto support = support_of_trees(s.grammar, s.scores);
    const auto same_places = [](const Vector& a, const Vector& b) {
      for (std::size_t i = 0; i < a.size(); ++i) REQUIRE((a[i] > 0) == (b[i] > 0));
    };
    same_places(support->rule, rule);
    same_places(support->root, root);
    same_places(support->leaf, leaf);
    same_places(support->span, span);
  });
}

TEST_CASE("sums are finite for scores as large as 1e300", "[core][decode][cky]") {
  Dice dice(3);
  Sentence s = random_sentence(dice, Numbers::kIntegers, 5, 3, .8, true, true);
  for (double& score : s.scores.rule) score *= 1e300;
  for (double& score : s.scores.span) score *= -1e300;
  const auto sums = inside_outside(s.grammar, s.scores);
  REQUIRE(sums);
  CHECK(std::isfinite(sums->log_partition));
  for (const double each : sums->rule) CHECK(std::isfinite(each));
}

TEST_CASE("a large score of a span takes no digits from the probabilities below it",
          "[core][decode][cky]") {
  // 0 -> 0 0 over three leaves 0: two trees of the same value.
  for (const double large : {1e17, 1e300, -1e300}) {
    CAPTURE(large);
    Sentence s{CkyGrammar(1, {{0, 0, 0}}), {}};
    s.scores.length = 3;
    s.scores.leaf_begin = {0, 1, 2, 3};
    s.scores.leaf_symbol = {0, 0, 0};
    s.scores.leaf_score = {0, 0, 0};
    s.scores.rule = {50};
    s.scores.root = {0};
    s.scores.span.assign(s.scores.num_cells(), 0.0);
    s.scores.span[ParseScores::cell(0, 3)] = large;
    const auto sums = inside_outside(s.grammar, s.scores);
    CHECK(sums->rule[0] == Approx(2));
    CHECK(sums->span[ParseScores::cell(0, 2)] == Approx(.5));
    CHECK(sums->span[ParseScores::cell(1, 3)] == Approx(.5));
  }
}

TEST_CASE("what only trees of no measurable probability have is part of the support",
          "[core][decode][cky]") {
  Sentence s{CkyGrammar(2, {{0, 0, 0}, {1, 0, 0}}), {}};
  s.scores.length = 2;
  s.scores.leaf_begin = {0, 1, 2};
  s.scores.leaf_symbol = {0, 0};
  s.scores.leaf_score = {0, 0};
  s.scores.rule = {0, -1e4};
  s.scores.root = {0, 0};
  CHECK(inside_outside(s.grammar, s.scores)->rule == Vector{1, 0});
  const auto support = support_of_trees(s.grammar, s.scores);
  CHECK(support->rule[1] > 0);
  CHECK(support->root[1] > 0);
}

TEST_CASE("sentences of more than 64 tokens are parsed like short ones", "[core][decode][cky]") {
  Dice dice(64);
  for (const Index length : {62, 63, 64, 65, 127, 130}) {
    CAPTURE(length);
    Sentence s = random_sentence(dice, Numbers::kIntegers, length, 4, .3, false, true);
    const double best = plain_cky(s);
    const auto found = cky(s.grammar, s.scores);
    REQUIRE(found.has_value() == (best > kNever));
    if (!found) continue;
    CHECK(found->value == best);
    CHECK(tree_value(s.grammar, s.scores, found->output) == best);
    s.scores.marked = marks_of(found->output);
    CkyPerHits per_hits(s.grammar, s.scores);
    CHECK(per_hits.value(length - 1) == best);
    double most = kNever;
    for (Index h = 0; h < length; ++h) most = std::max(most, per_hits.value(h));
    CHECK(most == best);
    const auto two = cky_k_best(s.grammar, s.scores, 2);
    CHECK(same(two.front(), *found));
    if (two.size() > 1)
      CHECK(tree_value(s.grammar, s.scores, two.back().output) == two.back().value);
  }
}

TEST_CASE("with all scores zero the trees are in lexicographic order", "[core][decode][cky]") {
  Dice dice(5);
  Sentence s = random_sentence(dice, Numbers::kIntegers, 12, 2, 1, false, true);
  while (!cky(s.grammar, s.scores))
    s = random_sentence(dice, Numbers::kIntegers, 12, 2, 1, false, true);
  for (Vector* scores : {&s.scores.rule, &s.scores.leaf_score, &s.scores.root})
    std::fill(scores->begin(), scores->end(), 0.0);
  const std::vector<Decoded> best = cky_k_best(s.grammar, s.scores, 30);
  REQUIRE(best.size() == 30);
  for (std::size_t i = 1; i < best.size(); ++i) CHECK(best[i - 1].output < best[i].output);
  CHECK(cky(s.grammar, s.scores)->output == best.front().output);
}
