// Alpha expansion against enumeration: of all labelings, and of all expansions of a label.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/contract/dice.hpp"
#include "costruct/contract/instances/labelings.hpp"
#include "costruct/core/decode/graph/graph_expansion.hpp"
#include "costruct/core/decode/graph/message_passing.hpp"

using namespace costruct;
using namespace costruct::contract;

namespace {

struct Drawn {
  std::vector<GraphEdge> edges;
  GraphScores scores;
};

/// A graph at random, some pairs of nodes with two edges. Its two tables are minus a metric of
/// labels: the Potts model, and distances of points on a line that are cut off. With `ties` scores
/// are whole numbers.
Drawn metric_graph(Index nodes, Index labels, bool ties, Dice& dice) {
  Drawn drawn;
  const int density = dice.range(20, 100);
  for (int v = 0; v < nodes; ++v) {
    for (int u = 0; u < v; ++u) {
      if (dice.range(0, 99) < density) drawn.edges.push_back({u, v, dice.range(0, 1)});
      if (dice.range(0, 9) == 0) drawn.edges.push_back({v, u, dice.range(0, 1)});
    }
  }
  drawn.scores.reset(nodes, labels, drawn.edges, 2);
  const auto real = [&](int most) {
    return ties ? static_cast<double>(dice.range(0, most)) : most * (1 + dice.real()) / 2;
  };
  for (Index i = 0; i < nodes * labels; ++i) drawn.scores.node(0)[i] = -real(4);
  const double potts = real(2), step = real(2), most = 2 * step;
  for (Index p = 0; p < labels; ++p) {
    for (Index k = 0; k < labels; ++k) {
      drawn.scores.table(0)[p * labels + k] = p == k ? 0 : -potts;
      drawn.scores.table(1)[p * labels + k] =
          -std::min(most, step * static_cast<double>(std::abs(p - k)));
    }
  }
  return drawn;
}

double best_value(const Drawn& drawn) {
  double best = -std::numeric_limits<double>::infinity();
  for (const Output& y : all_labelings(drawn.scores.length(), drawn.scores.labels()))
    best = std::max(best, drawn.scores.value_of(y));
  return best;
}

}  // namespace

TEST_CASE("no expansion of a label improves what expansions find, nor is it far from the best",
          "[core][decode][graph]") {
  Dice dice(5);
  Index best_found = 0, below = 0;
  for (int t = 0; t < 400; ++t) {
    const Index nodes = dice.range(0, 7), labels = dice.range(2, 4);
    const Drawn drawn = metric_graph(nodes, labels, t % 2 == 0, dice);
    REQUIRE(GraphExpansion::is_possible(drawn.scores));
    const Decoded found = GraphExpansion(nodes, drawn.edges).best(drawn.scores);
    CHECK(found.value == drawn.scores.value_of(found.output));
    for (int k = 0; k < labels; ++k) {
      for (Index set = 0; set < Index{1} << nodes; ++set) {
        Output y = found.output;
        for (Index v = 0; v < nodes; ++v) {
          if ((set >> v) % 2 == 1) y.parts[v] = k;
        }
        CHECK(drawn.scores.value_of(y) <= found.value + 1e-9);
      }
    }
    const double best = best_value(drawn);
    CHECK(found.value <= best + 1e-12);
    // Scores are not above 0, and the largest distance is twice the smallest: 2 * 2.
    CHECK(found.value >= 4 * best - 1e-9);
    (found.value >= best - 1e-9 ? best_found : below) += 1;
  }
  CHECK(best_found > 350);
  CHECK(below > 0);  // otherwise the draws are too easy to tell
}

TEST_CASE("expansions of two labels find the best labeling of any graph", "[core][decode][graph]") {
  Dice dice(6);
  for (int t = 0; t < 300; ++t) {
    const Index nodes = dice.range(0, 8);
    Drawn drawn = metric_graph(nodes, 2, t % 2 == 0, dice);
    // Tables that a cut takes need not be metrics.
    drawn.scores.table(1)[0] += dice.range(0, 3);
    drawn.scores.table(1)[1] += drawn.scores.table(1)[0];
    REQUIRE(GraphExpansion::is_possible(drawn.scores) == GraphCut::is_possible(drawn.scores));
    if (!GraphCut::is_possible(drawn.scores)) continue;
    const Decoded found = GraphExpansion(nodes, drawn.edges).best(drawn.scores);
    CHECK(found.value == Approx(best_value(drawn)));
  }
}

TEST_CASE("expansions keep labels out that are ruled out", "[core][decode][graph]") {
  Dice dice(7);
  for (int t = 0; t < 100; ++t) {
    const Index nodes = dice.range(1, 6);
    Drawn drawn = metric_graph(nodes, 3, true, dice);
    Output kept;
    for (Index v = 0; v < nodes; ++v) {
      kept.parts.push_back(dice.range(0, 2));
      for (int k = 0; k < 3; ++k) {
        if (v % 2 == 0 && k != kept.parts[v]) drawn.scores.node(v)[k] = -1e120;
      }
    }
    const Decoded found = GraphExpansion(nodes, drawn.edges).best(drawn.scores);
    for (Index v = 0; v < nodes; v += 2) CHECK(found.output.parts[v] == kept.parts[v]);
    CHECK(found.value <= best_value(drawn));
  }
}

TEST_CASE("expansions need attracting tables and finite scores", "[core][decode][graph]") {
  Dice dice(8);
  Index possible = 0;
  for (int t = 0; t < 300; ++t) {
    Drawn drawn = metric_graph(3, 3, true, dice);
    for (int change = dice.range(0, 2); change > 0; --change)
      drawn.scores.table(0)[dice.range(0, 8)] += dice.range(-1, 1);
    // The condition, written out: an expansion of k from (p, q) has an attracting table.
    bool all = true;
    for (int table = 0; table < 2; ++table) {
      const auto score = [&](int p, int q) { return drawn.scores.table(table)[3 * p + q]; };
      for (int p = 0; p < 3; ++p) {
        for (int q = 0; q < 3; ++q) {
          for (int k = 0; k < 3; ++k)
            all = all && score(p, q) + score(k, k) >= score(p, k) + score(k, q);
        }
      }
    }
    CHECK(GraphExpansion::is_possible(drawn.scores) == all);
    possible += all;
  }
  CHECK(possible > 100);
  CHECK(possible < 300);
  Drawn drawn = metric_graph(2, 3, true, dice);
  drawn.scores.node(1)[2] = std::numeric_limits<double>::infinity();
  CHECK_FALSE(GraphExpansion::is_possible(drawn.scores));
  drawn.scores.reset(2, 1, drawn.edges, 2);
  CHECK_FALSE(GraphExpansion::is_possible(drawn.scores));
}

TEST_CASE("expansions of a wide grid stay below the bound of messages", "[core][decode][graph]") {
  Dice dice(9);
  constexpr int kSide = 20;
  std::vector<GraphEdge> edges;
  for (int v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide) edges.push_back({v, v + 1, 0});
    if (v + kSide < kSide * kSide) edges.push_back({v, v + kSide, 0});
  }
  GraphScores scores;
  scores.reset(kSide * kSide, 4, edges, 1);
  for (Index i = 0; i < 4 * kSide * kSide; ++i) scores.node(0)[i] = dice.real();
  for (Index k = 0; k < 4; ++k) scores.table(0)[5 * k] = .5;
  const BoundedLabeling messages = MessagePassing(kSide * kSide, edges).decode(scores);
  const Decoded found = GraphExpansion(kSide * kSide, edges).best(scores);
  CHECK(found.value <= messages.bound + 1e-9);
  CHECK(found.value >= .98 * messages.bound);
}
