// Decoders of dependency trees, against the enumeration of all trees.
#include <catch2/catch.hpp>

#include "core/chain_support.hpp"
#include "costruct/core/decode/heads/head_trees.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

using namespace costruct;
using namespace costruct::test;

namespace {

constexpr double kForbidden = -std::numeric_limits<double>::infinity();

/// Whether token `below` hangs below token `above` (both from 1; 0 is the root), by following
/// heads.
bool hangs_below(const std::vector<int>& head, int below, int above) {
  for (std::size_t steps = 0; steps <= head.size(); ++steps) {
    if (below == above) return true;
    if (below == 0) return false;
    below = head[static_cast<std::size_t>(below) - 1];
  }
  return false;
}

/// Whether heads make a tree, by the definitions. A tree is projective if a head has all tokens
/// between it and its dependent below it.
bool is_tree(const std::vector<int>& head, HeadTreeKind kind) {
  const auto T = static_cast<int>(head.size());
  if (kind.single_root && T > 0 && std::count(head.begin(), head.end(), 0) != 1) return false;
  for (int t = 1; t <= T; ++t) {
    if (!hangs_below(head, t, 0)) return false;
    const int h = head[t - 1];
    for (int between = std::min(t, h) + 1; kind.projective && between < std::max(t, h); ++between) {
      if (!hangs_below(head, between, h)) return false;
    }
  }
  return true;
}

/// All trees of a kind, in lexicographic order.
std::vector<Output> all_trees(Index T, Index L, HeadTreeKind kind) {
  std::vector<Output> trees;
  std::vector<int> parts(T, 0), heads(T, 0);
  while (true) {
    for (Index t = 0; t < T; ++t) heads[t] = parts[t] / static_cast<int>(L);
    if (is_tree(heads, kind)) trees.push_back({parts});
    Index t = T - 1;
    while (t >= 0 && parts[t] + 1 == (T + 1) * L) parts[t--] = 0;
    if (t < 0) return trees;
    ++parts[t];
  }
}

struct Case {
  LabeledArcScores scores;
  std::vector<Output> trees;  // those that are not forbidden
};

Case random_case(Dice& dice, Numbers numbers, Index T, Index L, HeadTreeKind kind,
                 bool some_forbidden) {
  Case made;
  made.scores = {kind, T, L, {}};
  for (Index i = 0; i < T * (T + 1) * L; ++i) {
    const bool is_forbidden = some_forbidden && dice.range(0, 5) == 0;
    made.scores.score.push_back(is_forbidden ? kForbidden : dice.draw(numbers));
  }
  for (Output& tree : all_trees(T, L, kind)) {
    if (head_tree_value(made.scores, tree) > kForbidden) made.trees.push_back(std::move(tree));
  }
  return made;
}

std::vector<Decoded> by_value(const Case& c) {
  std::vector<Decoded> all;
  for (const Output& tree : c.trees) all.push_back({tree, head_tree_value(c.scores, tree)});
  std::stable_sort(all.begin(), all.end(),
                   [](const Decoded& a, const Decoded& b) { return a.value > b.value; });
  return all;
}

template <class Check>
void for_cases(std::uint64_t seed, const Check& check) {
  Dice dice(seed);
  for (const HeadTreeKind kind : {HeadTreeKind{true, true}, HeadTreeKind{true, false},
                                  HeadTreeKind{false, true}, HeadTreeKind{false, false}}) {
    for (const Numbers numbers : kNumbers) {
      for (Index T = 0; T <= 5; ++T) {
        for (Index L = 1; L <= (T <= 3 ? 3 : 1); ++L) {
          for (int repetition = 0; repetition < (T == 5 ? 2 : 8); ++repetition) {
            CAPTURE(kind.projective, kind.single_root, T, L, repetition);
            check(dice, random_case(dice, numbers, T, L, kind, repetition % 2 == 1));
          }
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("the best dependency trees are those of enumeration, ties included", "[core][decode]") {
  for_cases(1, [](Dice&, const Case& c) {
    const std::vector<Decoded> expected = by_value(c);
    const auto best = best_head_tree(c.scores);
    REQUIRE(best.has_value() == !expected.empty());
    if (expected.empty()) return;
    check_same(*best, expected.front());
    const Index k = std::min<Index>(7, std::ssize(expected) + 1);
    const std::vector<Decoded> found = k_best_head_trees(c.scores, k);
    REQUIRE(std::ssize(found) == std::min<Index>(k, std::ssize(expected)));
    for (std::size_t i = 0; i < found.size(); ++i) check_same(found[i], expected[i]);
  });
}

TEST_CASE("whether a dependency tree exists is known without finding one", "[core][decode]") {
  int without = 0;
  for_cases(7, [&](Dice&, const Case& c) {
    CHECK(has_head_tree(c.scores) == !c.trees.empty());
    without += c.trees.empty();
  });
  CHECK(without > 0);
}

TEST_CASE("long sentences with equal scores have the smallest tree at once", "[core][decode]") {
  for (const bool projective : {true, false}) {
    for (const bool single_root : {true, false}) {
      const LabeledArcScores scores{{projective, single_root}, 400, 2, Vector(400 * 401 * 2, 0.5)};
      const auto best = best_head_tree(scores);
      REQUIRE(best);
      std::vector<int> expected(400, single_root ? 2 : 0);
      expected.front() = 0;
      CHECK(best->output.parts == expected);
      CHECK(best->value == 200);
    }
  }
}

TEST_CASE("all dependency trees come, if as many are asked for", "[core][decode]") {
  Dice dice(2);
  for (const bool projective : {true, false}) {
    const Case c = random_case(dice, Numbers::kIntegers, 3, 2, {projective, true}, false);
    const std::vector<Decoded> expected = by_value(c), found = k_best_head_trees(c.scores, 1000);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) check_same(found[i], expected[i]);
  }
  CHECK(all_trees(4, 1, {false, false}).size() == 125);  // Cayley's formula: 5^3
  CHECK(all_trees(4, 1, {false, true}).size() == 64);    // 4^3
  CHECK(k_best_head_trees({{true, true}, 0, 1, {}}, 5).size() == 1);
}

TEST_CASE("the best other dependency tree is that of enumeration", "[core][decode]") {
  for_cases(3, [](Dice& dice, const Case& c) {
    const std::vector<Decoded> expected = by_value(c);
    if (expected.empty()) return;
    const auto last = static_cast<int>(expected.size()) - 1;
    for (const std::size_t i : {0, dice.range(0, last)}) {
      const auto found = best_other_head_tree(c.scores, expected[i].output);
      REQUIRE(found.has_value() == (expected.size() > 1));
      if (found) check_same(*found, expected[i == 0 ? 1 : 0]);
    }
  });
}

TEST_CASE("a forest is no dependency tree, and neither is a cycle", "[core][decode]") {
  Dice dice(4);
  for (const HeadTreeKind kind : {HeadTreeKind{true, true}, HeadTreeKind{true, false},
                                  HeadTreeKind{false, true}, HeadTreeKind{false, false}}) {
    for (int repetition = 0; repetition < 2000; ++repetition) {
      std::vector<int> heads(static_cast<std::size_t>(dice.range(0, 5)));
      for (int& head : heads) head = dice.range(0, static_cast<int>(heads.size()));
      CHECK(is_head_tree(kind, 1, {heads}) == is_tree(heads, kind));
    }
  }
  CHECK_FALSE(is_head_tree({}, 1, {{-1}}));
  CHECK_FALSE(is_head_tree({}, 1, {{2}}));
}

TEST_CASE("sums over dependency trees are those of enumeration", "[core][decode]") {
  for_cases(5, [](Dice&, const Case& c) {
    const auto sums = sum_head_trees(c.scores);
    REQUIRE(sums.has_value() == !c.trees.empty());
    if (!sums) return;
    const Decoded top = by_value(c).front();
    double total = 0;
    Vector parts(c.scores.score.size(), 0.0);
    for (const Output& tree : c.trees) {
      const double p = std::exp(head_tree_value(c.scores, tree) - top.value);
      total += p;
      for (std::size_t t = 0; t < tree.parts.size(); ++t)
        parts[t * static_cast<std::size_t>(c.scores.parts()) +
              static_cast<std::size_t>(tree.parts[t])] += p;
    }
    CHECK(sums->log_partition == Approx(top.value + std::log(total)).margin(1e-12));
    for (std::size_t i = 0; i < parts.size(); ++i)
      CHECK(sums->arc[i] == Approx(parts[i] / total).margin(1e-12));
  });
}

TEST_CASE("sums over dependency trees stay right for scores of any size", "[core][decode]") {
  Dice dice(6);
  for (const bool projective : {true, false}) {
    for (const double scale : {100.0, 1e4, 1e300}) {
      for (int repetition = 0; repetition < 20; ++repetition) {
        Case c = random_case(dice, Numbers::kReals, 4, 1, {projective, repetition % 2 == 0}, false);
        for (double& each : c.scores.score) each *= scale;
        const std::vector<Decoded> best = by_value(c);
        const auto sums = sum_head_trees(c.scores);
        REQUIRE(sums);
        double total = 0;
        for (const Decoded& tree : best) total += std::exp(tree.value - best[0].value);
        CHECK(sums->log_partition == Approx(best[0].value + std::log(total)));
        for (Index t = 0; t < 4; ++t) {
          double of_token = 0;
          for (Index h = 0; h <= 4; ++h) of_token += sums->arc[t * 5 + h];
          CHECK(of_token == Approx(1));
        }
        if (scale < 1e300) continue;
        for (Index t = 0; t < 4; ++t)
          CHECK(sums->arc[t * 5 + best[0].output.parts[t]] == Approx(1));
      }
    }
  }
}

TEST_CASE("probabilities of arcs are derivatives of the log-partition", "[core][decode]") {
  Dice dice(7);
  for (const bool projective : {true, false}) {
    for (const bool single_root : {true, false}) {
      ArcScores scores{12, {}};
      for (Index i = 0; i < 12 * 13; ++i) scores.score.push_back(6 * dice.real());
      const auto sum = projective ? sum_projective_heads : sum_arborescences;
      const HeadSums sums = *sum(scores, single_root);
      for (Index t = 0; t < 12; ++t) {
        for (Index h = 0; h <= 12; ++h) {
          if (h == t + 1) continue;
          ArcScores more = scores, less = scores;
          more.score[t * 13 + h] += 1e-4;
          less.score[t * 13 + h] -= 1e-4;
          const double slope =
              (sum(more, single_root)->log_partition - sum(less, single_root)->log_partition) /
              2e-4;
          CHECK(sums.arc[t * 13 + h] == Approx(slope).margin(1e-6));
        }
      }
    }
  }
}

TEST_CASE("the best dependency tree for each number of hits is that of enumeration",
          "[core][decode]") {
  for_cases(8, [](Dice& dice, const Case& c) {
    const std::vector<Output> all = all_trees(c.scores.length, c.scores.labels, {false, true});
    if (all.empty() || !c.scores.kind.projective) return;
    const Output& reference = all[dice.range(0, static_cast<int>(all.size()) - 1)];
    for (const bool labels_count : {true, false}) {
      const Index L = c.scores.labels;
      std::vector<bool> is_hit(c.scores.score.size());
      for (Index t = 0; t < c.scores.length; ++t) {
        const Index truth = reference.parts[t];
        for (Index part = 0; part < c.scores.parts(); ++part)
          is_hit[t * c.scores.parts() + part] =
              labels_count ? part == truth : part / L == truth / L || part % 5 == 0;
      }
      std::map<Index, Decoded> expected;
      for (const Decoded& each : by_value(c)) {
        Index hits = 0;
        for (Index t = 0; t < c.scores.length; ++t)
          hits += is_hit[t * c.scores.parts() + each.output.parts[t]];
        expected.emplace(hits, each);  // the best one comes first
      }
      const ProjectivePerHits found(c.scores, is_hit);
      for (Index hits = 0; hits <= c.scores.length; ++hits) {
        CAPTURE(labels_count, hits);
        REQUIRE((found.value(hits) > kForbidden) == expected.contains(hits));
        if (expected.contains(hits))
          check_same({found.tree(hits), head_tree_value(c.scores, found.tree(hits))},
                     expected[hits]);
      }
    }
  });
}
