// Decoders over the score table of a chain of order 2 and above, against enumeration, against a
// plain Viterbi where chains are long, and against those of first order.
#include <catch2/catch.hpp>
#include <map>

#include "core/chain_support.hpp"
#include "costruct/core/decode/chains/higher_order_chain.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

struct Size {
  Index order, length, labels;
};

/// Sizes that can be enumerated: chains shorter than, as long as and longer than their order.
std::vector<Size> small_sizes() {
  std::vector<Size> sizes;
  for (const Index order : {2, 3, 4}) {
    for (const auto& [length, labels] : std::vector<std::pair<Index, Index>>{
             {0, 1}, {0, 3}, {1, 1}, {1, 2}, {1, 9}, {2, 1}, {2, 2}, {2, 8}, {2, 9},
             {3, 1}, {3, 2}, {3, 3}, {3, 7}, {3, 8}, {3, 9}, {4, 1}, {4, 2}, {4, 3},
             {4, 4}, {5, 1}, {5, 2}, {5, 3}, {6, 2}, {6, 3}, {7, 2}, {9, 2}, {9, 1}}) {
      sizes.push_back({order, length, labels});
    }
  }
  return sizes;
}

/// A score table with the transitions that it looks at: transitions[q] of order q.
struct Chain {
  HigherOrderScores scores;
  std::vector<Vector> transitions;
};

void fill(Chain& chain, Size size, Numbers numbers, Dice& dice) {
  HigherOrderScores& scores = chain.scores;
  scores.reset(size.length, size.labels, size.order);
  for (Index t = 0; t < size.length; ++t) {
    for (Index k = 0; k < size.labels; ++k) scores.node(t)[k] = dice.draw(numbers);
  }
  for (Index p = 0; p < size.labels; ++p) {
    for (Index k = 0; k < size.labels; ++k) scores.first_order().edge(p)[k] = dice.draw(numbers);
  }
  chain.transitions.resize(size.order + 1);
  for (Index q = 2; q <= size.order; ++q) {
    chain.transitions[q] = dice.vector(power(size.labels, q + 1), numbers);
    scores.add_transitions(q, chain.transitions[q].data(), 1);
  }
}

/// What is added for the label at t >= 1, summed from the left.
double into(const Chain& chain, const std::vector<int>& y, Index t) {
  const HigherOrderScores& scores = chain.scores;
  double sum = scores.first_order().edge(y[t - 1])[y[t]];
  for (Index q = 2; q <= std::min(scores.order(), t); ++q) {
    Index at = 0;
    for (Index i = t - q; i <= t; ++i) at = at * scores.labels() + y[i];
    sum += chain.transitions[q][at];
  }
  return sum;
}

/// The documented value, summed from the end.
double value_of(const Chain& chain, const Output& y) {
  const HigherOrderScores& scores = chain.scores;
  double rest = 0;
  for (Index t = scores.length() - 1; t >= 0; --t) {
    const double after = t + 1 < scores.length() ? into(chain, y.parts, t + 1) + rest : 0.0;
    rest = scores.node(t)[y.parts[t]] + after;
  }
  return rest;
}

/// Viterbi in its plainest form: the best suffix after each history of at most p labels, remembered
/// by the history.
class PlainViterbi {
 public:
  explicit PlainViterbi(const Chain& chain)
      : chain_(chain), scores_(chain.scores), known_(scores_.length()) {}

  Decoded best() {
    Decoded result;
    std::vector<int>& y = result.output.parts;
    for (Index t = 0; t < scores_.length(); ++t) {
      y.push_back(0);
      double best = through(y);
      int chosen = 0;
      for (int k = 1; k < scores_.labels(); ++k) {
        y.back() = k;
        const double candidate = through(y);
        if (candidate > best) {
          best = candidate;
          chosen = k;
        }
      }
      y.back() = chosen;
      if (t == 0) result.value = best;
    }
    return result;
  }

 private:
  // What the last label of a prefix adds, with the best suffix from there.
  double through(const std::vector<int>& prefix) {
    const Index t = static_cast<Index>(prefix.size()) - 1;
    return t == 0 ? suffix(prefix) : into(chain_, prefix, t) + suffix(prefix);
  }
  double suffix(const std::vector<int>& prefix) {
    const Index length = static_cast<Index>(prefix.size()), t = length - 1;
    const double node = scores_.node(t)[prefix.back()];
    if (length == scores_.length()) return node;
    const std::vector<int> history(prefix.end() - std::min(scores_.order(), length), prefix.end());
    const auto known = known_[t].find(history);
    if (known != known_[t].end()) return known->second;
    std::vector<int> longer = prefix;
    longer.push_back(0);
    double best = through(longer);
    for (int k = 1; k < scores_.labels(); ++k) {
      longer.back() = k;
      best = std::max(best, through(longer));
    }
    return known_[t][history] = node + best;
  }

  const Chain& chain_;
  const HigherOrderScores& scores_;
  std::vector<std::map<std::vector<int>, double>> known_;
};

std::string shown(Size size, Numbers numbers) {
  return "order " + std::to_string(size.order) + ", length " + std::to_string(size.length) +
         ", labels " + std::to_string(size.labels) + ", numbers " +
         std::to_string(static_cast<int>(numbers));
}

/// Calls check(scores, all labelings, value, dice) for every size and kind of numbers; one table
/// serves all, so that nothing may be left over from the last size.
template <class Check>
void over_all_tables(const Check& check) {
  Chain chain;
  Dice dice(20080102);
  for (const Size size : small_sizes()) {
    for (const Numbers numbers : kNumbers) {
      fill(chain, size, numbers, dice);
      INFO(shown(size, numbers));
      const auto outputs = all_labelings(size.length, size.labels);
      check(
          chain, outputs, [&](const Output& y) { return value_of(chain, y); }, dice);
    }
  }
}

}  // namespace

TEST_CASE("a higher-order score table is all zeros after a reset", "[core][decode][order]") {
  Chain chain;
  Dice dice(1);
  for (const Size size : small_sizes()) {
    fill(chain, size, Numbers::kReals, dice);
    chain.scores.scale_edges(3);
    chain.scores.reset(size.length, size.labels, size.order);
    CHECK(chain.scores.length() == size.length);
    CHECK(chain.scores.labels() == size.labels);
    CHECK(chain.scores.order() == size.order);
    CHECK(chain_value(chain.scores, dice.labeling(size.length, size.labels)) == 0);
  }
}

TEST_CASE("transitions from several tables add up, each with its factor", "[core][decode][order]") {
  Dice dice(2);
  Chain chain;
  for (const Size size : {Size{2, 4, 3}, {2, 6, 2}, {3, 5, 3}}) {
    fill(chain, size, Numbers::kIntegers, dice);
    Chain more;
    fill(more, size, Numbers::kIntegers, dice);
    for (Index q = 2; q <= size.order; ++q)
      chain.scores.add_transitions(q, more.transitions[q].data(), -0.5);
    const HigherOrderScores& scores = chain.scores;
    const auto value = [&](const Output& y) {
      double sum = 0;
      for (Index t = 0; t < size.length; ++t) {
        sum += scores.node(t)[y.parts[t]];
        if (t == 0) continue;
        const double first_order = more.scores.first_order().edge(y.parts[t - 1])[y.parts[t]];
        sum += into(chain, y.parts, t) - 0.5 * (into(more, y.parts, t) - first_order);
      }
      return sum;
    };
    const auto outputs = all_labelings(size.length, size.labels);
    for (const Output& y : outputs) CHECK(chain_value(scores, y) == value(y));
    check_same(viterbi(scores), best_of(outputs, value));
  }
}

TEST_CASE("the value of a labeling is the sum of its nodes and the transitions of all orders",
          "[core][decode][order]") {
  over_all_tables([](const Chain& chain, const auto& outputs, const auto& value, Dice&) {
    const HigherOrderScores& scores = chain.scores;
    for (const Output& y : outputs) {
      double sum = 0;
      for (Index t = 0; t < scores.length(); ++t) {
        sum += scores.node(t)[y.parts[t]];
        if (t > 0) sum += into(chain, y.parts, t);
      }
      const double found = chain_value(scores, y);
      if (found == value(y) && std::abs(found - sum) <= 1e-12) continue;
      CHECK(found == value(y));
      CHECK(found == Approx(sum).margin(1e-12));
    }
  });
}

TEST_CASE("scaling edges scales those of every order and nothing else", "[core][decode][order]") {
  over_all_tables([](const Chain& chain, const auto& outputs, const auto&, Dice&) {
    const HigherOrderScores& scores = chain.scores;
    HigherOrderScores scaled = scores;
    scaled.scale_edges(4);
    for (const Output& y : outputs) {
      double nodes = 0;
      for (Index t = 0; t < scores.length(); ++t) nodes += scores.node(t)[y.parts[t]];
      const double expected = 4 * (chain_value(scores, y) - nodes) + nodes;
      if (std::abs(chain_value(scaled, y) - expected) > 1e-9) {
        CHECK(chain_value(scaled, y) == Approx(expected).margin(1e-9));
      }
    }
  });
}

TEST_CASE(
    "the margin between two labelings is the difference of their values, exact where they agree",
    "[core][decode][order]") {
  over_all_tables([](const Chain& chain, const auto& outputs, const auto& value, Dice& dice) {
    const HigherOrderScores& scores = chain.scores;
    const Output y = dice.labeling(scores.length(), scores.labels());
    for (const Output& y_hat : outputs) {
      const double found = chain_margin(scores, y, y_hat), expected = value(y) - value(y_hat);
      if (found != expected) CHECK(found == Approx(expected).margin(1e-12));
      if (y_hat == y) CHECK(found == 0);
    }
  });
}

TEST_CASE("the margin does not see what two labelings share", "[core][decode][order]") {
  Dice dice(7);
  Chain chain;
  fill(chain, {2, 20, 3}, Numbers::kReals, dice);
  Output y = dice.labeling(20, 3), y_hat = y;
  y.parts[10] = 0;
  y_hat.parts[10] = 1;
  const double margin = chain_margin(chain.scores, y, y_hat);
  for (const Index t : {0, 5, 9, 11, 15, 19}) {
    for (Index k = 0; k < 3; ++k) chain.scores.node(t)[k] = 1e300;
  }
  CHECK(same_bits(chain_margin(chain.scores, y, y_hat), margin));
}

TEST_CASE("higher-order Viterbi agrees with enumeration, ties included", "[core][decode][order]") {
  over_all_tables([](const Chain& chain, const auto& outputs, const auto& value, Dice&) {
    const HigherOrderScores& scores = chain.scores;
    check_same(viterbi(scores), best_of(outputs, value));
  });
}

TEST_CASE("the higher-order runner-up is the best labeling other than the given one",
          "[core][decode][order]") {
  over_all_tables([](const Chain& chain, const auto& outputs, const auto& value, Dice& dice) {
    const HigherOrderScores& scores = chain.scores;
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

TEST_CASE("higher-order k-best lists all labelings by value, then lexicographically",
          "[core][decode][order]") {
  over_all_tables([](const Chain& chain, const auto& outputs, const auto& value, Dice&) {
    const HigherOrderScores& scores = chain.scores;
    const auto order = ranked(outputs, value);
    const Index n = static_cast<Index>(order.size());
    std::vector<Index> counts = {n + 3, n + 1, n};
    for (Index k = 0; k < std::min<Index>(n, 30); ++k) counts.push_back(k);
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

TEST_CASE("for each Hamming distance the best higher-order labeling agrees with enumeration",
          "[core][decode][order]") {
  over_all_tables([](const Chain& chain, const auto& outputs, const auto& value, Dice& dice) {
    const HigherOrderScores& scores = chain.scores;
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

TEST_CASE("for each pair of counts the best higher-order labeling agrees with enumeration",
          "[core][decode][order]") {
  over_all_tables([](const Chain& chain, const auto& outputs, const auto& value, Dice& dice) {
    const HigherOrderScores& scores = chain.scores;
    const int last = static_cast<int>(scores.labels()) - 1;
    for (const int outside : {-1, 0, last}) {
      for (const Output& y : {outputs.back(), dice.labeling(scores.length(), scores.labels())}) {
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

TEST_CASE("on long chains higher-order Viterbi agrees with a plain implementation, ties included",
          "[core][decode][order]") {
  Dice dice(4);
  Chain chain;
  const HigherOrderScores& scores = chain.scores;
  for (const Size size : {Size{2, 200, 1},
                          {2, 90, 2},
                          {2, 60, 5},
                          {2, 30, 8},
                          {2, 20, 9},
                          {2, 5, 17},
                          {2, 4, 25},
                          {2, 4, 33},
                          {3, 100, 1},
                          {3, 60, 2},
                          {3, 30, 5},
                          {3, 9, 9},
                          {3, 5, 17},
                          {4, 40, 2},
                          {4, 20, 3}}) {
    for (const Numbers numbers : kNumbers) {
      INFO(shown(size, numbers));
      fill(chain, size, numbers, dice);
      check_same(viterbi(scores), PlainViterbi(chain).best());
    }
  }
}

TEST_CASE("without transitions of order two and above all decoders give the bits of first order",
          "[core][decode][order]") {
  Dice dice(5);
  Chain chain;
  const HigherOrderScores& scores = chain.scores;
  for (const Size size : {Size{2, 1, 3},
                          {2, 2, 3},
                          {2, 20, 2},
                          {2, 12, 9},
                          {3, 2, 5},
                          {3, 20, 2},
                          {3, 9, 5},
                          {4, 9, 3}}) {
    for (const Numbers numbers : kNumbers) {
      INFO(shown(size, numbers));
      fill(chain, size, numbers, dice);
      for (Vector& of_order : chain.transitions) std::fill(of_order.begin(), of_order.end(), 0.0);
      const ChainScores& first_order = scores.first_order();
      const Output y = dice.labeling(size.length, size.labels);
      CHECK(same_bits(chain_value(scores, y) + 0.0, chain_value(first_order, y) + 0.0));
      check_same(viterbi(scores), viterbi(first_order));
      check_same(*viterbi_runner_up(scores, y), *viterbi_runner_up(first_order, y));
      const auto best = viterbi_k_best(scores, 20),
                 best_of_first_order = viterbi_k_best(first_order, 20);
      REQUIRE(best.size() == best_of_first_order.size());
      for (std::size_t i = 0; i < best.size(); ++i) check_same(best[i], best_of_first_order[i]);
      const auto per_distance = viterbi_per_hamming(scores, y);
      const auto per_distance_of_first_order = viterbi_per_hamming(first_order, y);
      for (Index h = 0; h <= size.length; ++h)
        check_same(*per_distance[h], *per_distance_of_first_order[h]);
      const auto per_counts = viterbi_per_counts(scores, y, 0);
      const auto per_counts_of_first_order = viterbi_per_counts(first_order, y, 0);
      REQUIRE(per_counts.size() == per_counts_of_first_order.size());
      for (std::size_t i = 0; i < per_counts.size(); ++i)
        check_same(per_counts[i].best, per_counts_of_first_order[i].best);
    }
  }
}

TEST_CASE("on long chains all higher-order decoders tell the same story", "[core][decode][order]") {
  Dice dice(6);
  Chain chain;
  const HigherOrderScores& scores = chain.scores;
  for (const Size size : {Size{2, 40, 2}, {2, 20, 5}, {2, 10, 9}, {3, 30, 2}, {3, 15, 4}}) {
    for (const Numbers numbers : {Numbers::kIntegers, Numbers::kReals}) {
      INFO(shown(size, numbers));
      fill(chain, size, numbers, dice);
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
      check_same(*viterbi_runner_up(scores, best.output), top[1]);
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
      check_same(viterbi(scores), best);  // none of them has touched the table
    }
  }
}

TEST_CASE("memory of higher-order decoding grows with the length and with each order",
          "[core][decode][order]") {
  CHECK(viterbi_bytes(10, 5, 2) > 0);
  CHECK(viterbi_bytes(20, 5, 2) > viterbi_bytes(10, 5, 2));
  CHECK(viterbi_bytes(10, 6, 2) > viterbi_bytes(10, 5, 2));
  CHECK(viterbi_bytes(10, 5, 3) > 4 * viterbi_bytes(10, 5, 2));
}
