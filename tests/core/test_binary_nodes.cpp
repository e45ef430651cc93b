// Labels on their own against enumeration: the best set, the best other one, and the best one for
// each number of wrong labels.
#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>

#include "costruct/contract/dice.hpp"
#include "costruct/contract/instances/labelings.hpp"
#include "costruct/core/decode/graph/binary_forest.hpp"
#include "costruct/core/decode/graph/binary_nodes.hpp"
#include "costruct/core/decode/graph/ranked_graph_labelings.hpp"

using namespace costruct;
using namespace costruct::contract;

namespace {

constexpr double kNeverAllowed = -1e120;

GraphScores drawn_nodes(Index nodes, Dice& dice) {
  GraphScores scores;
  scores.reset(nodes, 2, {}, 0);
  for (Index i = 0; i < 2 * nodes; ++i) scores.node(0)[i] = static_cast<double>(dice.range(-2, 2));
  for (Index v = 0; v < nodes; ++v) {
    if (dice.range(0, 5) == 0) scores.node(v)[dice.range(0, 1)] += kNeverAllowed;
  }
  return scores;
}

/// The first of the best among those that `wanted` accepts; none if no one is allowed.
template <class Wanted>
std::optional<Decoded> first_best(const GraphScores& scores, const Wanted& wanted) {
  std::optional<Decoded> best;
  for (const Output& y : all_labelings(scores.length(), 2)) {
    const double value = scores.value_of(y);
    if (!wanted(y) || value < kNeverAllowed / 2) continue;
    if (!best || value > best->value) best = Decoded{y, value};
  }
  return best;
}

void check_same(const std::optional<Decoded>& found, const std::optional<Decoded>& expected) {
  REQUIRE(found.has_value() == expected.has_value());
  if (!found) return;
  CHECK(found->output == expected->output);
  CHECK(found->value == expected->value);
}

}  // namespace

TEST_CASE("labels on their own: the best set and the best other one", "[core][decode][graph]") {
  Dice dice(5);
  for (int t = 0; t < 400; ++t) {
    GraphScores scores = drawn_nodes(dice.range(1, 6), dice);
    const Decoded best = BinaryNodes().best(scores);
    check_same(best, first_best(scores, [](const Output&) { return true; }));
    for (const Output& y : all_labelings(scores.length(), 2)) {
      check_same(best_other_of_binary_nodes(scores, y, kNeverAllowed),
                 first_best(scores, [&](const Output& other) { return other != y; }));
    }
    RankedGraphLabelings ranked(scores, BinaryNodes(), kNeverAllowed);
    check_same(ranked.next(), best);
    check_same(ranked.next(), best_other_of_binary_nodes(scores, best.output, kNeverAllowed));
  }
}

TEST_CASE("labels on their own: the best set for each number of wrong labels",
          "[core][decode][graph]") {
  Dice dice(6);
  for (int t = 0; t < 400; ++t) {
    const Index nodes = dice.range(1, 6);
    const GraphScores scores = drawn_nodes(nodes, dice);
    Output y;
    Known known;
    for (Index v = 0; v < nodes; ++v) {
      y.parts.push_back(static_cast<int>(dice.range(0, 1)));
      known.facts.emplace_back();
      if (dice.range(0, 2) > 0) known.facts.back() = {y.parts.back()};
    }
    for (const bool in_part : {false, true}) {
      const WrongLabels wrong(y, in_part ? &known : nullptr);
      const auto count_of = [&](const Output& other) {
        Index count = 0;
        for (Index v = 0; v < nodes; ++v) count += wrong(v, other.parts[v]) ? 1 : 0;
        return count;
      };
      const BinaryFlips flips(scores, wrong, kNeverAllowed);
      for (Index count = 0; count <= nodes; ++count) {
        const auto expected =
            first_best(scores, [&](const Output& other) { return count_of(other) == count; });
        std::optional<Decoded> found;
        if (count >= flips.least() && count <= flips.most() &&
            flips.value(count) > kNeverAllowed / 2)
          found = flips.labeling(count);
        check_same(found, expected);
        if (found) CHECK(found->value == Approx(flips.value(count)));
      }
    }
  }
}

TEST_CASE("forests of two labels: what elimination finds", "[core][decode][graph]") {
  Dice dice(7);
  for (int t = 0; t < 600; ++t) {
    const int nodes = dice.range(1, 9);
    std::vector<GraphEdge> edges;
    for (int v = 1; v < nodes; ++v) {
      if (dice.range(0, 3) == 0) continue;  // begins a tree
      const int other = dice.range(0, v - 1);
      edges.push_back(dice.range(0, 1) == 0 ? GraphEdge{v, other} : GraphEdge{other, v});
    }
    const BinaryForest forest(nodes, edges);
    const auto count = std::ssize(edges);
    GraphScores scores;
    scores.reset(nodes, 2, forest.edges(), count);
    const bool ties = t % 2 == 0;
    const auto score = [&] {
      return ties ? static_cast<double>(dice.range(-1, 1)) : 3 * dice.real();
    };
    for (Index i = 0; i < 2 * nodes; ++i) scores.node(0)[i] = score();
    for (Index i = 0; i < 4 * count; ++i) scores.table(0)[i] = score();
    if (t % 5 == 0) scores.node(dice.range(0, nodes - 1))[dice.range(0, 1)] += kNeverAllowed;
    const Decoded expected = best_by_elimination(scores, forest.order()),
                  found = forest.best(scores);
    CHECK(found.output == expected.output);
    CHECK(found.value == expected.value);
    const GraphMarginals all = marginals_by_elimination(scores, forest.order()),
                         p = forest.marginals(scores);
    CHECK(p.log_partition == Approx(all.log_partition));
    REQUIRE(p.label.size() == all.label.size());
    REQUIRE(p.pairs.size() == all.pairs.size());
    for (std::size_t i = 0; i < p.label.size(); ++i)
      CHECK(p.label[i] == Approx(all.label[i]).margin(1e-12));
    for (std::size_t i = 0; i < p.pairs.size(); ++i)
      CHECK(p.pairs[i] == Approx(all.pairs[i]).margin(1e-12));
  }
}
