// Labelings of graphs against enumeration: the best one with its ties, the k best, sums, the bound
// of message passing, fractional labelings, and minimum cuts.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <map>

#include "costruct/contract/dice.hpp"
#include "costruct/contract/instances/labelings.hpp"
#include "costruct/core/decode/graph/elimination.hpp"
#include "costruct/core/decode/graph/graph_cut.hpp"
#include "costruct/core/decode/graph/labelings_per_wrong.hpp"
#include "costruct/core/decode/graph/message_passing.hpp"
#include "costruct/core/decode/graph/possible_labels.hpp"
#include "costruct/core/decode/graph/ranked_graph_labelings.hpp"
#include "costruct/core/decode/graph/relaxed_labeling.hpp"

using namespace costruct;
using namespace costruct::contract;

namespace {

constexpr double kRuledOutScore = -1e120;

struct Drawn {
  std::vector<GraphEdge> edges;
  GraphScores scores;
};

/// A graph with each pair of nodes connected at random, some twice. Scores are whole numbers of few
/// values, so that there are many ties, or real numbers. All different labels have one score in the
/// last table.
Drawn drawn_graph(Index nodes, Index labels, double density, bool ties, Dice& dice) {
  Drawn drawn;
  for (int v = 0; v < nodes; ++v) {
    for (int u = 0; u < v; ++u) {
      if (dice.range(0, 99) >= 100 * density) continue;
      const auto table = static_cast<std::int32_t>(dice.range(0, 2));
      drawn.edges.push_back(dice.range(0, 1) == 0 ? GraphEdge{u, v, table}
                                                  : GraphEdge{v, u, table});
      if (dice.range(0, 9) == 0) drawn.edges.push_back({v, u, 0});
    }
  }
  drawn.scores.reset(nodes, labels, drawn.edges, 3);
  const auto score = [&] {
    return ties ? static_cast<double>(dice.range(-1, 1))
                : static_cast<double>(dice.range(-1000, 1000)) / 300;
  };
  for (Index i = 0; i < nodes * labels; ++i) drawn.scores.node(0)[i] = score();
  for (Index i = 0; i < 3 * labels * labels; ++i) drawn.scores.table(0)[i] = score();
  const double different = score();
  for (Index i = 0; i < labels * labels; ++i) {
    if (i % labels != i / labels) drawn.scores.table(2)[i] = different;
  }
  return drawn;
}

/// Calls check(drawn, all labelings) for many small graphs.
template <class Check>
void over_graphs(const Check& check) {
  Dice dice(11);
  for (int t = 0; t < 300; ++t) {
    const Index nodes = dice.range(1, 6), labels = dice.range(1, 3);
    const double density = static_cast<double>(dice.range(0, 4)) / 4;
    Drawn drawn = drawn_graph(nodes, labels, density, t % 3 != 0, dice);
    check(drawn, all_labelings(nodes, labels));
  }
}

std::shared_ptr<const EliminationOrder> order_of(const Drawn& drawn) {
  return EliminationOrder::of(drawn.scores.length(), drawn.scores.labels(), drawn.edges);
}

std::vector<Decoded> sorted(const Drawn& drawn, const std::vector<Output>& all) {
  std::vector<Decoded> ranked;
  for (const Output& y : all) ranked.push_back({y, drawn.scores.value_of(y)});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Decoded& a, const Decoded& b) { return a.value > b.value; });
  return ranked;
}

}  // namespace

TEST_CASE("elimination finds the first of the best labelings", "[core][decode][graph]") {
  over_graphs([](const Drawn& drawn, const std::vector<Output>& all) {
    const Decoded best = sorted(drawn, all).front();
    const Decoded found = best_by_elimination(drawn.scores, *order_of(drawn));
    CHECK(found.output == best.output);
    CHECK(found.value == best.value);
  });
}

TEST_CASE("labelings come in the order of their values", "[core][decode][graph]") {
  over_graphs([](Drawn& drawn, const std::vector<Output>& all) {
    const auto order = order_of(drawn);
    const std::vector<Decoded> ranked = sorted(drawn, all);
    RankedGraphLabelings labelings(drawn.scores, Elimination{*order}, kRuledOutScore);
    for (std::size_t i = 0; i < std::min<std::size_t>(ranked.size(), 20); ++i) {
      const auto found = labelings.next();
      REQUIRE(found);
      CHECK(found->output == ranked[i].output);
      CHECK(found->value == ranked[i].value);
    }
    if (ranked.size() <= 20) CHECK_FALSE(labelings.next());
  });
}

TEST_CASE("sums over labelings are those of enumeration", "[core][decode][graph]") {
  over_graphs([](const Drawn& drawn, const std::vector<Output>& all) {
    const Index K = drawn.scores.labels();
    double total = 0;
    for (const Output& y : all) total += std::exp(drawn.scores.value_of(y));
    Vector label(drawn.scores.length() * K, 0.0), pairs(3 * K * K, 0.0);
    for (const Output& y : all) {
      const double p = std::exp(drawn.scores.value_of(y)) / total;
      for (Index v = 0; v < drawn.scores.length(); ++v) label[v * K + y.parts[v]] += p;
      for (const GraphEdge& edge : drawn.edges)
        pairs[edge.table * K * K + y.parts[edge.from] * K + y.parts[edge.to]] += p;
    }
    const auto order = order_of(drawn);
    const GraphMarginals found = marginals_by_elimination(drawn.scores, *order);
    CHECK(found.log_partition == Approx(std::log(total)).margin(1e-12));
    CHECK(log_partition_by_elimination(drawn.scores, *order) == found.log_partition);
    for (std::size_t i = 0; i < label.size(); ++i)
      CHECK(found.label[i] == Approx(label[i]).margin(1e-12));
    for (std::size_t i = 0; i < pairs.size(); ++i)
      CHECK(found.pairs[i] == Approx(pairs[i]).margin(1e-12));
  });
}

TEST_CASE("the best labeling for each number of wrong labels is the first one of its kind",
          "[core][decode][graph]") {
  Dice dice(31);
  Index found_ones = 0, missing = 0;
  over_graphs([&](const Drawn& drawn, const std::vector<Output>& all) {
    const Index n = drawn.scores.length(), K = drawn.scores.labels();
    // The wrong labels of some nodes are all labels, or none.
    std::vector<char> is_wrong(static_cast<std::size_t>(n * K));
    for (char& each : is_wrong) each = dice.range(0, 2) != 0 ? 1 : 0;
    const auto order = order_of(drawn);
    REQUIRE(LabelingsPerWrong::is_possible(*order));
    LabelingsPerWrong labelings(drawn.scores, *order, is_wrong);
    std::map<Index, Decoded> best;
    for (const Decoded& each : sorted(drawn, all)) {
      Index wrong = 0;
      for (Index v = 0; v < n; ++v) wrong += is_wrong[v * K + each.output.parts[v]];
      best.emplace(wrong, each);
    }
    for (Index c = 0; c <= n; ++c) {
      const auto expected = best.find(c);
      if (expected == best.end()) {
        ++missing;
        CHECK(labelings.value(c) == -std::numeric_limits<double>::infinity());
        continue;
      }
      ++found_ones;
      CHECK(labelings.value(c) == Approx(expected->second.value).margin(1e-9));
      const Decoded found = labelings.best(c);
      CHECK(found.output == expected->second.output);
      CHECK(found.value == expected->second.value);
    }
  });
  CHECK(found_ones > 600);
  CHECK(missing > 50);
}

TEST_CASE("long chains count wrong labels, even longer ones do not", "[core][decode][graph]") {
  const auto chain = [](int nodes) {
    std::vector<GraphEdge> edges;
    for (int v = 1; v < nodes; ++v) edges.push_back({v - 1, v, 0});
    return edges;
  };
  CHECK_FALSE(LabelingsPerWrong::is_possible(*EliminationOrder::of(20'000, 3, chain(20'000))));
  constexpr int kNodes = 300;
  const std::vector<GraphEdge> edges = chain(kNodes);
  const auto order = EliminationOrder::of(kNodes, 3, edges);
  REQUIRE(LabelingsPerWrong::is_possible(*order));
  GraphScores scores;  // all zero: all labelings tie
  scores.reset(kNodes, 3, edges, 1);
  std::vector<char> is_wrong(3 * kNodes, 1);
  for (int v = 0; v < kNodes; ++v) is_wrong[3 * v] = 0;
  LabelingsPerWrong labelings(scores, *order, is_wrong);
  const Decoded found = labelings.best(100);
  for (int v = 0; v < kNodes; ++v) CHECK(found.output.parts[v] == (v < 200 ? 0 : 1));
}

TEST_CASE("max-marginals are the best values with each label", "[core][decode][graph]") {
  over_graphs([](const Drawn& drawn, const std::vector<Output>& all) {
    const Index K = drawn.scores.labels();
    Vector best(drawn.scores.length() * K, -std::numeric_limits<double>::infinity());
    for (const Output& y : all) {
      for (Index v = 0; v < drawn.scores.length(); ++v) {
        double& value = best[v * K + y.parts[v]];
        value = std::max(value, drawn.scores.value_of(y));
      }
    }
    const Vector found = max_marginals_by_elimination(drawn.scores, *order_of(drawn));
    for (std::size_t i = 0; i < best.size(); ++i) CHECK(found[i] == Approx(best[i]).margin(1e-9));
  });
}

TEST_CASE("sums stay finite for large scores, and leave out labels that are ruled out",
          "[core][decode][graph]") {
  const std::vector<GraphEdge> edges = {{0, 1, 0}, {1, 2, 0}, {2, 0, 0}};
  GraphScores scores;
  scores.reset(3, 2, edges, 1);
  for (Index v = 0; v < 3; ++v) scores.node(v)[0] = 1e300;
  const auto order = EliminationOrder::of(3, 2, edges);
  CHECK(std::isfinite(marginals_by_elimination(scores, *order).log_partition));
  for (Index v = 0; v < 3; ++v) scores.node(v)[0] = 0;
  scores.node(1)[1] = kRuledOutScore;
  const GraphMarginals found = marginals_by_elimination(scores, *order);
  CHECK(found.log_partition == Approx(std::log(4.0)));
  CHECK(found.label[2] == Approx(1));
  CHECK(found.label[3] == 0);
}

TEST_CASE("message passing bounds the best labeling, and finds it in forests",
          "[core][decode][graph]") {
  Index best_found = 0, count = 0;
  over_graphs([&](const Drawn& drawn, const std::vector<Output>& all) {
    const Decoded best = sorted(drawn, all).front();
    const MessagePassing messages(drawn.scores.length(), drawn.edges);
    const BoundedLabeling found = messages.decode(drawn.scores);
    CHECK(found.found.value == drawn.scores.value_of(found.found.output));
    CHECK(found.found.value <= best.value);
    CHECK(found.bound >= best.value - 1e-9);
    if (order_of(drawn)->width() <= 1) {
      CHECK(found.found.value == Approx(best.value));
      CHECK(found.bound == Approx(best.value).margin(1e-6));
    }
    ++count;
    best_found += found.found.value >= best.value - 1e-9;
  });
  CHECK(best_found > 0.9 * static_cast<double>(count));
}

namespace {

/// The value of a point of the local polytope, whose conditions must hold.
double checked_value(const Drawn& drawn, const RelaxedLabeling& z) {
  const Index K = drawn.scores.labels();
  double value = 0;
  for (Index v = 0; v < drawn.scores.length(); ++v) {
    double sum = 0;
    for (Index k = 0; k < K; ++k) {
      const double share = z.label[v * K + k];
      REQUIRE((share >= 0 && share <= 1));
      sum += share;
      value += share * drawn.scores.node(v)[k];
    }
    REQUIRE(sum == Approx(1));
  }
  for (std::size_t e = 0; e < drawn.edges.size(); ++e) {
    const double* pairs = z.pairs.data() + static_cast<Index>(e) * K * K;
    for (Index p = 0; p < K; ++p) {
      double from = 0, to = 0;
      for (Index k = 0; k < K; ++k) {
        REQUIRE(pairs[p * K + k] >= 0);
        from += pairs[p * K + k];
        to += pairs[k * K + p];
        value += pairs[p * K + k] * drawn.scores.table(drawn.edges[e].table)[p * K + k];
      }
      REQUIRE(from == Approx(z.label[drawn.edges[e].from * K + p]).margin(1e-8));
      REQUIRE(to == Approx(z.label[drawn.edges[e].to * K + p]).margin(1e-8));
    }
  }
  return value;
}

/// The best value over the local polytope of two labels. Its vertices have the shares 0, 1/2 and 1
/// (Kolmogorov and Rother 2007, "Minimizing nonsubmodular functions with graph cuts"). The shares
/// of a pair given those of both nodes depend on one number, which is at one of its ends.
double best_of_halves(const Drawn& drawn) {
  double best = -std::numeric_limits<double>::infinity();
  for (const Output& halves : all_labelings(drawn.scores.length(), 3)) {
    const auto share = [&](Index v) { return halves.parts[static_cast<std::size_t>(v)] / 2.0; };
    double value = 0;
    for (Index v = 0; v < drawn.scores.length(); ++v)
      value += (1 - share(v)) * drawn.scores.node(v)[0] + share(v) * drawn.scores.node(v)[1];
    for (const GraphEdge& edge : drawn.edges) {
      const double a = share(edge.from), b = share(edge.to);
      const double* table = drawn.scores.table(edge.table);
      const auto with_both = [&](double both) {
        return (1 - a - b + both) * table[0] + (b - both) * table[1] + (a - both) * table[2] +
               both * table[3];
      };
      value += std::max(with_both(std::max(0.0, a + b - 1)), with_both(std::min(a, b)));
    }
    best = std::max(best, value);
  }
  return best;
}

}  // namespace

TEST_CASE("fractional labelings are the optimum over the local polytope", "[core][decode][graph]") {
  if (linear_program_unavailable()) return;
  Index fractional = 0, whole = 0, halves = 0;
  over_graphs([&](const Drawn& drawn, const std::vector<Output>& all) {
    const Index K = drawn.scores.labels();
    const MessagePassing messages(drawn.scores.length(), drawn.edges);
    const RelaxedLabeling z = relaxed_labeling(drawn.scores, messages);
    const double best = sorted(drawn, all).front().value;
    CHECK(checked_value(drawn, z) == Approx(z.value).margin(1e-7));
    CHECK(z.value >= best - 1e-9);
    CHECK(z.value <= messages.decode_by_messages(drawn.scores).bound + 1e-9);
    bool is_whole = true;
    for (Index v = 0; v < drawn.scores.length(); ++v) is_whole = is_whole && z.is_whole(v, K);
    if (is_whole) CHECK(z.value == Approx(best).margin(1e-7));
    if (order_of(drawn)->width() <= 1) CHECK(z.value == Approx(best).margin(1e-7));
    (is_whole ? whole : fractional) += 1;
    if (K != 2) return;
    CHECK(z.value == Approx(best_of_halves(drawn)).margin(1e-7));
    for (const double share : z.label) halves += std::abs(share - .5) < 1e-6 ? 1 : 0;
  });
  CHECK(whole > 150);
  CHECK(fractional > 10);
  CHECK(halves > 10);
}

TEST_CASE("labels that are ruled out have no share", "[core][decode][graph]") {
  if (linear_program_unavailable()) return;
  // Neighbours in a triangle like different labels, so that half of each label is best.
  const std::vector<GraphEdge> edges = {{0, 1, 0}, {1, 2, 0}, {2, 0, 0}};
  GraphScores scores;
  scores.reset(3, 3, edges, 1);
  for (const Index i : {1, 3}) scores.table(0)[i] = 1;
  for (Index v = 0; v < 3; ++v) scores.node(v)[2] = kRuledOutScore;
  const MessagePassing messages(3, edges);
  const RelaxedLabeling halves = relaxed_labeling(scores, messages);
  CHECK(halves.value == Approx(3));
  for (Index v = 0; v < 3; ++v) {
    CHECK(halves.label[3 * v] == Approx(.5));
    CHECK(halves.label[3 * v + 2] == 0);
    CHECK_FALSE(halves.is_whole(v, 3));
  }
  scores.node(1)[0] = kRuledOutScore;
  const RelaxedLabeling found = relaxed_labeling(scores, messages);
  CHECK(found.value == Approx(2));
  CHECK(found.is_whole(1, 3));
  CHECK(found.label[3 + 1] == 1);
}

TEST_CASE("a cut finds the first of the best labelings if no edge prefers different labels",
          "[core][decode][graph]") {
  Dice dice(21);
  Index cuts = 0;
  for (int t = 0; t < 500; ++t) {
    const Index nodes = dice.range(0, 7);
    Drawn drawn =
        drawn_graph(nodes, 2, static_cast<double>(dice.range(0, 4)) / 4, t % 3 != 0, dice);
    bool attracts = true;
    for (Index i = 0; i < 3; ++i) {
      double* table = drawn.scores.table(i);
      if (t % 5 != 0 && table[0] + table[3] < table[1] + table[2]) {
        std::swap(table[0], table[1]);
        std::swap(table[3], table[2]);
      }
      attracts = attracts && table[0] + table[3] >= table[1] + table[2];
    }
    REQUIRE(GraphCut::is_possible(drawn.scores) == attracts);
    if (!attracts) continue;
    ++cuts;
    const Decoded best = sorted(drawn, all_labelings(nodes, 2)).front();
    const Decoded found = GraphCut(nodes, drawn.edges).best(drawn.scores);
    CHECK(found.output == best.output);
    CHECK(found.value == best.value);
  }
  CHECK(cuts > 400);
}

TEST_CASE("a cut of a grid is what elimination finds, and ruled out labels stay out",
          "[core][decode][graph]") {
  Dice dice(4);
  constexpr int kSide = 9;
  std::vector<GraphEdge> edges;
  for (int v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide) edges.push_back({v, v + 1, 0});
    if (v + kSide < kSide * kSide) edges.push_back({v + kSide, v, 1});
  }
  const GraphCut cut(kSide * kSide, edges);
  const auto order = EliminationOrder::of(kSide * kSide, 2, edges);
  for (int t = 0; t < 50; ++t) {
    GraphScores scores;
    scores.reset(kSide * kSide, 2, edges, 2);
    // Whole numbers, so that there are ties; the tables have different scores on the diagonal.
    for (Index i = 0; i < 2 * kSide * kSide; ++i)
      scores.node(0)[i] = static_cast<double>(dice.range(-2, 2));
    for (Index i = 0; i < 8; ++i) scores.table(0)[i] = static_cast<double>(dice.range(-1, 1));
    for (Index i : {0, 3, 4, 7}) scores.table(0)[i] += 2;
    for (int v = 0; v < t % 10; ++v) scores.node(9 * v)[dice.range(0, 1)] = kRuledOutScore;
    REQUIRE(GraphCut::is_possible(scores));
    const Decoded best = best_by_elimination(scores, *order), found = cut.best(scores);
    CHECK(found.output == best.output);
    CHECK(found.value == best.value);
  }
}

TEST_CASE("there is no cut for three labels, nor for scores that are not finite",
          "[core][decode][graph]") {
  const std::vector<GraphEdge> edges = {{0, 1, 0}};
  GraphScores scores;
  scores.reset(2, 3, edges, 1);
  CHECK_FALSE(GraphCut::is_possible(scores));
  scores.reset(2, 2, edges, 1);
  CHECK(GraphCut::is_possible(scores));
  for (const double score :
       {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    scores.table(0)[0] = score;
    CHECK_FALSE(GraphCut::is_possible(scores));
    scores.table(0)[0] = 0;
    scores.node(1)[0] = score;
    CHECK_FALSE(GraphCut::is_possible(scores));
    scores.node(1)[0] = 0;
  }
}

TEST_CASE("the best of the possible labelings is that of enumeration", "[core][decode][graph]") {
  Dice dice(13);
  over_graphs([&](const Drawn& drawn, const std::vector<Output>& all) {
    const Index n = drawn.scores.length(), K = drawn.scores.labels();
    std::vector<char> possible(static_cast<std::size_t>(n * K));
    for (char& label : possible) label = dice.range(0, 2) > 0 ? 1 : 0;
    for (Index v = 0; v < n; ++v) possible[v * K + dice.range(0, K - 1)] = 1;
    std::vector<Output> allowed;
    for (const Output& y : all) {
      bool is_allowed = true;
      for (Index v = 0; v < n; ++v) is_allowed = is_allowed && possible[v * K + y.parts[v]] == 1;
      if (is_allowed) allowed.push_back(y);
    }
    const Decoded best = sorted(drawn, allowed).front();
    const auto found = best_of_possible_labels(drawn.scores, possible);
    REQUIRE(found);
    CHECK(found->output == best.output);
    CHECK(found->value == best.value);
  });
}

/// The edges of a grid of side x side nodes: those to the right have table 0, those below table 1.
std::vector<GraphEdge> grid_edges(int side) {
  std::vector<GraphEdge> edges;
  for (int v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) edges.push_back({v, v + 1, 0});
    if (v + side < side * side) edges.push_back({v, v + side, 1});
  }
  return edges;
}

/// Random scores of three labels, with two tables that are scaled.
GraphScores drawn_scores(Index nodes, std::span<const GraphEdge> edges, double scale, Dice& dice) {
  GraphScores scores;
  scores.reset(nodes, 3, edges, 2);
  for (Index i = 0; i < 3 * nodes; ++i) scores.node(0)[i] = dice.real();
  for (Index i = 0; i < 18; ++i) scores.table(0)[i] = scale * dice.real();
  return scores;
}

TEST_CASE("bounds of labels never exclude the best labeling, whichever pass was the last",
          "[core][decode][graph]") {
  Dice dice(17);
  constexpr int kSide = 4;
  const std::vector<GraphEdge> edges = grid_edges(kSide);
  const MessagePassing messages(kSide * kSide, edges);
  const auto order = EliminationOrder::of(kSide * kSide, 3, edges);
  for (int t = 0; t < 2000; ++t) {
    const GraphScores scores = drawn_scores(kSide * kSide, edges, 2, dice);
    const Decoded best = best_by_elimination(scores, *order);
    const BoundedLabeling found = messages.decode(scores);
    REQUIRE(found.bound >= best.value - 1e-9);
    REQUIRE(found.found.value >= best.value - 1e-9);  // what is left can be eliminated
  }
}

TEST_CASE("messages leave few labels, so that elimination certifies labelings of wide grids",
          "[core][decode][graph]") {
  // Elimination of all labels is the oracle: it takes these grids, but wider ones it does not.
  Dice dice(31);
  constexpr int kSide = 7;
  const std::vector<GraphEdge> edges = grid_edges(kSide);
  const MessagePassing messages(kSide * kSide, edges);
  const auto order = EliminationOrder::of(kSide * kSide, 3, edges);
  int best_found = 0;
  for (int t = 0; t < 40; ++t) {
    const GraphScores scores = drawn_scores(kSide * kSide, edges, .4, dice);
    const Decoded best = best_by_elimination(scores, *order);
    const BoundedLabeling found = messages.decode(scores);
    CHECK(found.bound >= best.value - 1e-9);
    CHECK(found.found.value <= best.value + 1e-9);
    if (found.bound <= found.found.value + 1e-9) {
      ++best_found;
      CHECK(found.found.output == best.output);
    }
  }
  CHECK(best_found >= 38);
}

TEST_CASE("a forest has width 1, a cycle 2, and a complete graph is too wide",
          "[core][decode][graph]") {
  std::vector<GraphEdge> star, cycle, complete;
  for (int v = 1; v < 40; ++v) {
    star.push_back({0, v, 0});
    cycle.push_back({v - 1, v, 0});
    for (int u = 0; u < v; ++u) complete.push_back({u, v, 0});
  }
  CHECK(EliminationOrder::of(40, 3, {})->width() == 0);
  CHECK(EliminationOrder::of(40, 3, star)->width() == 1);
  CHECK(EliminationOrder::of(40, 3, cycle)->width() == 1);
  cycle.push_back({39, 0, 0});
  CHECK(EliminationOrder::of(40, 3, cycle)->width() == 2);
  CHECK(EliminationOrder::of(40, 3, complete) == nullptr);
  CHECK(EliminationOrder::of(40, 1, complete) == nullptr);
}

TEST_CASE("a runner-up of a large forest needs few decodings", "[core][decode][graph]") {
  constexpr int kNodes = 20'000;
  Dice dice(8);
  std::vector<GraphEdge> edges;
  for (int v = 1; v < kNodes; ++v) edges.push_back({dice.range(0, v - 1), v, 0});
  GraphScores scores;
  scores.reset(kNodes, 2, edges, 1);
  for (Index i = 0; i < 2 * kNodes; ++i) scores.node(0)[i] = dice.real();
  scores.table(0)[0] = scores.table(0)[3] = 0.5;
  const auto order = EliminationOrder::of(kNodes, 2, edges);
  struct Counted {
    Elimination elimination;
    int& decodings;
    Decoded best(const GraphScores& of) const {
      ++decodings;
      return elimination.best(of);
    }
    Vector max_marginals(const GraphScores& of) const { return elimination.max_marginals(of); }
  };
  int decodings = 0;
  RankedGraphLabelings labelings(scores, Counted{{*order}, decodings}, kRuledOutScore);
  const auto best = labelings.next(), other = labelings.next();
  REQUIRE(other);
  CHECK(best->value > other->value);
  CHECK(decodings < 50);
}

TEST_CASE("ties of wide graphs are found in order", "[core][decode][graph]") {
  // Grids of which all labelings are equally good, and of which equal labels are better.
  for (const int side : {4, 11}) {
    std::vector<GraphEdge> edges;
    for (int v = 0; v < side * side; ++v) {
      if (v % side + 1 < side) edges.push_back({v, v + 1, 0});
      if (v + side < side * side) edges.push_back({v, v + side, 0});
    }
    GraphScores scores;
    scores.reset(side * side, 2, edges, 1);
    const auto order = EliminationOrder::of(side * side, 2, edges);
    REQUIRE(order);
    const std::vector<int> zeros(static_cast<std::size_t>(side) * side, 0);
    CHECK(best_by_elimination(scores, *order).output.parts == zeros);
    scores.table(0)[0] = scores.table(0)[3] = 1;
    CHECK(best_by_elimination(scores, *order).output.parts == zeros);
  }
}

TEST_CASE("scores that are not finite end nothing", "[core][decode][graph]") {
  const std::vector<GraphEdge> edges = {{0, 1, 0}};
  GraphScores scores;
  scores.reset(2, 2, edges, 1);
  const auto order = EliminationOrder::of(2, 2, edges);
  for (Index i = 0; i < 4; ++i) scores.table(0)[i] = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < 4; ++i) scores.node(0)[i] = -std::numeric_limits<double>::infinity();
  CHECK(best_by_elimination(scores, *order).output.parts.size() == 2);
}

TEST_CASE("ties of a large forest cost no search", "[core][decode][graph]") {
  // A star, a path and a random tree of many nodes, all labelings of which are equally good. A
  // search that follows the ties of each node through the tree would not end.
  constexpr int kNodes = 100'000;
  Dice dice(5);
  for (const int shape : {0, 1, 2}) {
    std::vector<GraphEdge> edges;
    for (int v = 1; v < kNodes; ++v)
      edges.push_back({shape == 0   ? kNodes - 1
                       : shape == 1 ? v
                                    : static_cast<int>(dice.range(0, v - 1)),
                       shape == 2 ? v : v - 1, 0});
    GraphScores scores;
    scores.reset(kNodes, 2, edges, 1);
    const auto order = EliminationOrder::of(kNodes, 2, edges);
    REQUIRE(order);
    CHECK(order->width() == 1);
    CHECK(best_by_elimination(scores, *order).output.parts == std::vector<int>(kNodes, 0));
    // Equal labels are better, and node 7 must have label 1: all nodes have it.
    scores.table(0)[0] = scores.table(0)[3] = 1;
    scores.node(7)[1] = 0.5;
    CHECK(best_by_elimination(scores, *order).output.parts == std::vector<int>(kNodes, 1));
  }
}
