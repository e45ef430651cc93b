// Decoders over the score table of a chain, against enumeration and, for long chains, against a
// plain Viterbi.
#include <catch2/catch.hpp>

#include "core/chain_support.hpp"
#include "costruct/core/decode/chains/chain.hpp"

#include <map>

using namespace costruct;
using namespace costruct::test;

namespace {

struct Size {
  Index length, labels;
};

/// Sizes that can be enumerated; widths at and around multiples of the padding.
const std::vector<Size> kSizes = {
    {0, 1},  {0, 3},  {0, 8},  {0, 9},  {1, 1},  {1, 2},  {1, 7},  {1, 8},  {1, 9},  {1, 16},
    {1, 17}, {1, 24}, {1, 33}, {1, 40}, {2, 1},  {2, 2},  {2, 3},  {2, 7},  {2, 8},  {2, 9},
    {2, 15}, {2, 16}, {2, 17}, {2, 25}, {2, 33}, {2, 34}, {2, 35}, {2, 36}, {2, 37}, {2, 38},
    {2, 39}, {2, 40}, {3, 1},  {3, 2},  {3, 3},  {3, 7},  {3, 8},  {3, 9},  {4, 1},  {4, 2},
    {4, 3},  {4, 5},  {5, 2},  {5, 3},  {6, 2},  {8, 2},  {9, 1}};

void fill(ChainScores& scores, Size size, Numbers numbers, Dice& dice) {
  scores.reset(size.length, size.labels);
  for (Index t = 0; t < size.length; ++t) {
    for (Index k = 0; k < size.labels; ++k) scores.node(t)[k] = dice.draw(numbers);
  }
  for (Index p = 0; p < size.labels; ++p) {
    for (Index k = 0; k < size.labels; ++k) scores.edge(p)[k] = dice.draw(numbers);
  }
}

/// The documented value, summed from the end.
double value_of(const ChainScores& scores, const Output& y) {
  double rest = 0;
  for (Index t = scores.length() - 1; t >= 0; --t) {
    const double after =
        t + 1 < scores.length() ? scores.edge(y.parts[t])[y.parts[t + 1]] + rest : 0.0;
    rest = scores.node(t)[y.parts[t]] + after;
  }
  return rest;
}

/// Viterbi in its plainest form: values of suffixes, then a walk to the smallest label that attains
/// them.
Decoded plain_viterbi(const ChainScores& scores) {
  const Index T = scores.length(), K = scores.labels();
  std::vector<Vector> best(T, Vector(K));
  for (Index t = T - 1; t >= 0; --t) {
    for (Index k = 0; k < K; ++k) {
      best[t][k] = scores.node(t)[k];
      if (t + 1 == T) continue;
      double rest = scores.edge(k)[0] + best[t + 1][0];
      for (Index next = 1; next < K; ++next)
        rest = std::max(rest, scores.edge(k)[next] + best[t + 1][next]);
      best[t][k] += rest;
    }
  }
  Decoded result;
  for (Index t = 0; t < T; ++t) {
    const auto through = [&](Index k) {
      return best[t][k] + (t > 0 ? scores.edge(result.output.parts.back())[k] : 0.0);
    };
    Index chosen = 0;
    for (Index k = 1; k < K; ++k) {
      if (through(k) > through(chosen)) chosen = k;
    }
    if (t == 0) result.value = best[0][chosen];
    result.output.parts.push_back(static_cast<int>(chosen));
  }
  return result;
}

/// Calls check(scores, all labelings, value) for every size and kind of numbers; one table serves
/// all, so that nothing may be left over from the last size.
template <class Check>
void over_all_tables(const Check& check) {
  ChainScores scores;
  Dice dice(20080101);
  for (const Size size : kSizes) {
    for (const Numbers numbers : kNumbers) {
      fill(scores, size, numbers, dice);
      INFO("length " << size.length << ", labels " << size.labels << ", numbers "
                     << static_cast<int>(numbers));
      const auto outputs = all_labelings(size.length, size.labels);
      check(
          scores, outputs, [&](const Output& y) { return value_of(scores, y); }, dice);
    }
  }
}

}  // namespace

TEST_CASE("a score table is all zeros after a reset and pads its rows to whole lanes",
          "[core][decode]") {
  ChainScores scores;
  Dice dice(1);
  for (const Size size : kSizes) {
    scores.reset(size.length, size.labels);
    CHECK(scores.length() == size.length);
    CHECK(scores.labels() == size.labels);
    CHECK(scores.stride() % ChainScores::kLane == 0);
    CHECK(scores.stride() >= size.labels);
    CHECK(scores.stride() < size.labels + ChainScores::kLane);
    for (Index t = 0; t < size.length; ++t) {
      for (Index k = 0; k < size.labels; ++k) CHECK(scores.node(t)[k] == 0);
    }
    for (Index p = 0; p < size.labels; ++p) {
      for (Index k = 0; k < size.labels; ++k) CHECK(scores.edge(p)[k] == 0);
    }
    fill(scores, size, Numbers::kReals, dice);
  }
}

TEST_CASE("the value of a labeling is the sum of its nodes and edges", "[core][decode]") {
  over_all_tables([](const ChainScores& scores, const auto& outputs, const auto& value, Dice&) {
    for (const Output& y : outputs) {
      double sum = 0;
      for (std::size_t t = 0; t < y.parts.size(); ++t) {
        sum += scores.node(t)[y.parts[t]];
        if (t > 0) sum += scores.edge(y.parts[t - 1])[y.parts[t]];
      }
      const double found = chain_value(scores, y);
      if (found != value(y) || std::abs(found - sum) > 1e-12) {
        CHECK(found == value(y));
        CHECK(found == Approx(sum).margin(1e-12));
      }
    }
  });
}

TEST_CASE("Viterbi agrees with enumeration, ties included", "[core][decode]") {
  over_all_tables([](const ChainScores& scores, const auto& outputs, const auto& value, Dice&) {
    check_same(viterbi(scores), best_of(outputs, value));
  });
}

TEST_CASE("Viterbi leaves the table as it was", "[core][decode]") {
  Dice dice(3);
  ChainScores scores;
  fill(scores, {5, 9}, Numbers::kReals, dice);
  const Decoded first = viterbi(scores);
  viterbi_runner_up(scores, first.output);
  viterbi_k_best(scores, 7);
  viterbi_per_hamming(scores, first.output);
  viterbi_per_counts(scores, first.output, 0);
  check_same(viterbi(scores), first);
}

TEST_CASE("the runner-up is the best labeling other than the given one", "[core][decode]") {
  over_all_tables([](const ChainScores& scores, const auto& outputs, const auto& value,
                     Dice& dice) {
    const auto order = ranked(outputs, value);
    std::vector<Output> references = {order.front().output, order.back().output, outputs.back()};
    for (int i = 0; i < 8; ++i)
      references.push_back(dice.labeling(scores.length(), scores.labels()));
    for (const Output& y : references) {
      const auto found = viterbi_runner_up(scores, y);
      REQUIRE(found.has_value() == (outputs.size() > 1));
      if (found) check_same(*found, order[order.front().output == y ? 1 : 0]);
    }
  });
}

TEST_CASE("the two best labelings at once are the best and its runner-up", "[core][decode]") {
  over_all_tables([](const ChainScores& scores, const auto& outputs, const auto&, Dice&) {
    const TwoBest both = viterbi_two_best(scores);
    check_same(both.best, viterbi(scores));
    REQUIRE(both.runner_up.has_value() == (outputs.size() > 1));
    if (both.runner_up) check_same(*both.runner_up, *viterbi_runner_up(scores, both.best.output));
  });
}

TEST_CASE("k-best Viterbi lists all labelings by value, then lexicographically", "[core][decode]") {
  over_all_tables([](const ChainScores& scores, const auto& outputs, const auto& value, Dice&) {
    const auto order = ranked(outputs, value);
    const Index n = static_cast<Index>(order.size());
    std::vector<Index> counts = {n + 3, n + 1, n};
    for (Index k = 1; k < std::min<Index>(n, 30); ++k) counts.push_back(k);
    for (const Index k : counts) {
      const auto found = viterbi_k_best(scores, k);
      REQUIRE(found.size() == static_cast<std::size_t>(std::min(k, n)));
      for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i].output == order[i].output && found[i].value == order[i].value) continue;
        INFO("k = " << k << ", place " << i);
        check_same(found[i], order[i]);
        return;
      }
    }
  });
}

TEST_CASE("for each Hamming distance the best labeling agrees with enumeration", "[core][decode]") {
  over_all_tables(
      [](const ChainScores& scores, const auto& outputs, const auto& value, Dice& dice) {
        for (const Output& y :
             {outputs.front(), outputs.back(), dice.labeling(scores.length(), scores.labels())}) {
          const auto found = viterbi_per_hamming(scores, y);
          REQUIRE(found.size() == y.parts.size() + 1);
          for (Index h = 0; h <= scores.length(); ++h) {
            std::vector<Output> at_distance;
            for (const Output& other : outputs) {
              if (distance(y, other) == h) at_distance.push_back(other);
            }
            INFO("distance " << h);
            REQUIRE(found[h].has_value() == !at_distance.empty());
            if (found[h]) check_same(*found[h], best_of(at_distance, value));
          }
        }
      });
}

TEST_CASE("for each pair of counts the best labeling agrees with enumeration", "[core][decode]") {
  over_all_tables(
      [](const ChainScores& scores, const auto& outputs, const auto& value, Dice& dice) {
        const int last = static_cast<int>(scores.labels()) - 1;
        for (const int outside : {-1, 0, last / 2, last}) {
          for (const Output& y :
               {outputs.front(), outputs.back(), dice.labeling(scores.length(), scores.labels())}) {
            std::map<std::pair<Index, Index>, std::vector<Output>> groups;
            for (const Output& other : outputs) {
              Index hits = 0, predicted = 0;
              for (std::size_t t = 0; t < y.parts.size(); ++t) {
                if (other.parts[t] == outside) continue;
                ++predicted;
                hits += other.parts[t] == y.parts[t];
              }
              groups[{hits, predicted}].push_back(other);
            }
            INFO("outside " << outside);
            const auto found = viterbi_per_counts(scores, y, outside);
            CHECK(found.size() == groups.size());
            for (const CountedDecoded& entry : found) {
              INFO(entry.hits << " hits of " << entry.predicted << " predicted");
              const auto group = groups.find({entry.hits, entry.predicted});
              REQUIRE(group != groups.end());
              check_same(entry.best, best_of(group->second, value));
              groups.erase(group);
            }
          }
        }
      });
}

TEST_CASE("on long chains Viterbi agrees with a plain implementation, ties included",
          "[core][decode]") {
  Dice dice(4);
  ChainScores scores;
  for (const Size size :
       {Size{500, 1}, {300, 2}, {211, 5}, {200, 8}, {150, 9}, {97, 22}, {60, 33}, {50, 64}}) {
    for (const Numbers numbers : kNumbers) {
      INFO("length " << size.length << ", labels " << size.labels << ", numbers "
                     << static_cast<int>(numbers));
      fill(scores, size, numbers, dice);
      check_same(viterbi(scores), plain_viterbi(scores));
    }
  }
}

TEST_CASE("on long chains all decoders tell the same story", "[core][decode]") {
  Dice dice(5);
  ChainScores scores;
  for (const Size size : {Size{40, 2}, {40, 5}, {30, 9}, {20, 17}}) {
    for (const Numbers numbers : {Numbers::kIntegers, Numbers::kReals}) {
      INFO("length " << size.length << ", labels " << size.labels << ", numbers "
                     << static_cast<int>(numbers));
      fill(scores, size, numbers, dice);
      const Decoded best = viterbi(scores);
      CHECK(same_bits(best.value, chain_value(scores, best.output)));

      const auto top = viterbi_k_best(scores, 25);
      REQUIRE(top.size() == 25);
      check_same(top[0], best);
      for (std::size_t i = 0; i < top.size(); ++i) {
        CHECK(same_bits(top[i].value, chain_value(scores, top[i].output)));
        if (i == 0) continue;
        const bool descending =
            top[i - 1].value > top[i].value ||
            (top[i - 1].value == top[i].value && top[i - 1].output < top[i].output);
        CHECK(descending);
      }
      const auto second = viterbi_runner_up(scores, best.output);
      REQUIRE(second);
      check_same(*second, top[1]);
      const TwoBest both = viterbi_two_best(scores);
      check_same(both.best, best);
      REQUIRE(both.runner_up);
      check_same(*both.runner_up, *second);
      check_same(*viterbi_runner_up(scores, top[1].output), best);

      const Output y = dice.labeling(size.length, size.labels);
      const auto per_distance = viterbi_per_hamming(scores, y);
      for (Index h = 0; h <= size.length; ++h) {
        REQUIRE(per_distance[h]);
        CHECK(distance(per_distance[h]->output, y) == h);
        CHECK(per_distance[h]->value <= best.value);
      }
      check_same(*per_distance[distance(best.output, y)], best);

      bool found_best = false;
      for (const CountedDecoded& entry : viterbi_per_counts(scores, y, 0)) {
        CHECK(entry.best.value <= best.value);
        found_best = found_best || entry.best.output == best.output;
      }
      CHECK(found_best);
    }
  }
}

TEST_CASE("memory of the decoder per counts grows with length, labels and counted positions",
          "[core][decode]") {
  CHECK(per_counts_bytes(10, 5, 3) > 0);
  CHECK(per_counts_bytes(20, 5, 3) > per_counts_bytes(10, 5, 3));
  CHECK(per_counts_bytes(10, 50, 3) > per_counts_bytes(10, 5, 3));
  CHECK(per_counts_bytes(10, 5, 9) > per_counts_bytes(10, 5, 3));
}
