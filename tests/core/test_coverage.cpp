// Choices of documents against enumeration of all choices.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>

#include "costruct/core/decode/coverage.hpp"
#include "support/augmentations.hpp"
#include "support/enumerate.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::test;

namespace {

Covering drawn_covering(Index documents, Index elements, Dice& dice) {
  Covering covering;
  covering.elements = elements;
  for (Index d = 0; d < documents; ++d) {
    for (std::int32_t e = 0; e < elements; ++e) {
      if (dice.range(0, 2) == 0) covering.element.push_back(e);
    }
    covering.end_document();
  }
  return covering;
}

bool covers(const Covering& covering, const Output& y, std::int32_t element) {
  return std::any_of(y.parts.begin(), y.parts.end(), [&](int d) {
    const auto of = covering.of(d);
    return std::find(of.begin(), of.end(), element) != of.end();
  });
}

double weight_covered(const Covering& covering, const Vector& value, const Output& y) {
  double sum = 0;
  for (std::int32_t e = 0; e < covering.elements; ++e) {
    if (covers(covering, y, e)) sum += value[static_cast<std::size_t>(e)];
  }
  return sum;
}

/// Something to choose from: draws of every kind of sign.
struct Case {
  Case(Index n, Numbers numbers, bool has_pairs, Dice& dice)
      : covering(drawn_covering(n, 7, dice)), value(dice.vector(7, numbers)) {
    if (has_pairs) pairs = dice.vector(n * (n - 1) / 2, numbers);
    loss.subtopics = drawn_covering(n, 4, dice);
    for (int t = 0; t < 4; ++t) loss.weight.push_back(dice.range(0, 3));
    for (const double weight : loss.weight) loss.total += weight;
    loss.reference = dice.range(0, static_cast<int>(loss.total));
  }
  double score(const Output& y) const {
    double sum = weight_covered(covering, value, y);
    for (std::size_t j = 1; j < y.parts.size() && !pairs.empty(); ++j) {
      for (std::size_t k = 0; k < j; ++k)
        sum += pairs[static_cast<std::size_t>(y.parts[j] * (y.parts[j] - 1) / 2 + y.parts[k])];
    }
    return sum;
  }
  double delta(const Output& y) const {
    if (loss.total == 0) return 0;
    return std::max(0.0, loss.reference - weight_covered(loss.subtopics, loss.weight, y)) / loss.total;
  }

  Covering covering;
  Vector value, pairs;
  CoverageLoss loss;
};

template <class Check>
void over_cases(const Check& check) {
  Dice dice(20090311);
  for (const Numbers numbers : {Numbers::kIntegers, Numbers::kZeros, Numbers::kNegative}) {
    for (const bool has_pairs : {false, true}) {
      for (Index n = 0; n <= 7; ++n) {
        for (Index size = 0; size <= 4; ++size) {
          const Case drawn(n, numbers, has_pairs, dice);
          INFO(n << " documents, choices of " << size);
          check(drawn, n, size, dice);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("the best choice of documents is that of enumeration, ties included", "[core][decode][coverage]") {
  over_cases([](const Case& drawn, Index n, Index size, Dice&) {
    const std::vector<Output> all = all_choices(n, size);
    const Decoded expected = best_of(all, [&](const Output& y) { return drawn.score(y); });
    const CoverageObjective objective{drawn.covering, drawn.value, drawn.pairs};
    const auto found = best_choice(objective, size);
    REQUIRE(found);
    CHECK(found->output == expected.output);
    CHECK(found->value == expected.value);
    CHECK(choice_bound(objective, size) >= expected.value - 1e-9);
    CHECK(num_choices(n, std::min(n, size)) == static_cast<double>(all.size()));
  });
}

TEST_CASE("the choice that most violates a constraint is that of enumeration", "[core][decode][coverage]") {
  over_cases([](const Case& drawn, Index n, Index size, Dice& dice) {
    for (const Augmentation augmentation : all_augmentations()) {
      const CoverageObjective objective{
          drawn.covering, drawn.value, drawn.pairs, &drawn.loss, static_cast<double>(dice.range(-3, 3)),
          augmentation};
      const auto value = [&](const Output& y) {
        return reference_augmented(drawn.delta(y), drawn.score(y), objective.reference_score, augmentation);
      };
      const Decoded expected = best_of(all_choices(n, size), value);
      const auto found = best_choice(objective, size);
      REQUIRE(found);
      CHECK(found->output == expected.output);
      CHECK(found->value == expected.value);
    }
  });
}

TEST_CASE("the best other choice is that of enumeration without one", "[core][decode][coverage]") {
  over_cases([](const Case& drawn, Index n, Index size, Dice& dice) {
    const std::vector<Output> all = all_choices(n, size);
    const Output y = all[static_cast<std::size_t>(dice.range(0, static_cast<int>(all.size()) - 1))];
    const auto found = best_choice({drawn.covering, drawn.value, drawn.pairs}, size, &y.parts);
    REQUIRE(found.has_value() == (all.size() > 1));
    if (!found) return;
    const Decoded expected = best_of(without(all, y), [&](const Output& each) { return drawn.score(each); });
    CHECK(found->output == expected.output);
    CHECK(found->value == expected.value);
  });
}

TEST_CASE("greedy choice takes what adds most, and keeps its bound where no value is negative",
          "[core][decode][coverage]") {
  Dice dice(7);
  for (Index n = 1; n <= 8; ++n) {
    for (Index size = 1; size <= 4; ++size) {
      Case drawn(n, Numbers::kIntegers, false, dice);
      for (double& value : drawn.value) value = std::abs(value);
      const CoverageObjective objective{drawn.covering, drawn.value};
      const std::vector<int> ranking = greedy_ranking(objective, size);
      REQUIRE(std::ssize(ranking) == std::min(n, size));
      for (std::size_t place = 0; place < ranking.size(); ++place) {
        const auto with = [&](int d) {
          Output y{{ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(place)}};
          y.parts.push_back(d);
          return drawn.score(y);
        };
        for (int d = 0; d < n; ++d) {
          const auto end = ranking.begin() + static_cast<std::ptrdiff_t>(place);
          if (std::find(ranking.begin(), end, d) != end) continue;
          CHECK(with(ranking[place]) >= with(d));
          if (with(ranking[place]) == with(d)) CHECK(ranking[place] <= d);
        }
      }
      const Decoded greedy = greedy_choice(objective, size), best = *best_choice(objective, size);
      CHECK(greedy.value == drawn.score(greedy.output));
      CHECK(greedy.value >= (1 - std::exp(-1)) * best.value);
    }
  }
}

TEST_CASE("greedy choice has no bound where values are negative or documents go together",
          "[core][decode][coverage]") {
  // The first two documents are worth something together, and each alone less than nothing.
  Covering covering;
  covering.elements = 3;
  covering.element = {0, 1, 0, 2};
  covering.begin = {0, 2, 4, 4, 4};
  const Vector value = {-5, 4, 4};
  const CoverageObjective negative{covering, value};
  CHECK(greedy_choice(negative, 2).value == 0);
  CHECK(best_choice(negative, 2)->value == 3);
  Covering none;
  none.begin = {0, 0, 0, 0};
  const Vector no_value, pairs = {-1, -1, 5};
  const CoverageObjective together{none, no_value, pairs};
  CHECK(greedy_choice(together, 2).value == -1);
  CHECK(best_choice(together, 2)->value == 5);
}

TEST_CASE("a search that may look at too little finds nothing", "[core][decode][coverage]") {
  Dice dice(3);
  const Case drawn(7, Numbers::kIntegers, true, dice);
  CHECK_FALSE(best_choice({drawn.covering, drawn.value, drawn.pairs}, 4, nullptr, 1).has_value());
  // The first set, the empty one, has seven documents behind it.
  const Vector nothing(drawn.value.size(), 0.0);
  CHECK_FALSE(best_choice({drawn.covering, nothing}, 1, nullptr, 6).has_value());
  CHECK(best_choice({drawn.covering, nothing}, 1, nullptr, 7).has_value());
}

TEST_CASE("no search looks at more documents than are counted beforehand", "[core][decode][coverage]") {
  for (Index n = 0; n <= 9; ++n) {
    for (Index size = 0; size <= n + 1; ++size) {
      // Sets that have enough documents behind them, one by one.
      double sets = 0;
      const Index chosen = std::min(size, n);
      for (unsigned subset = 0; subset < (1U << n); ++subset) {
        const Index count = std::popcount(subset), behind = n - std::bit_width(subset);
        sets += count < chosen && count + behind >= chosen;
      }
      CHECK(most_documents_looked_at(n, size) == sets * static_cast<double>(n));
    }
  }
  Dice dice(5);
  for (Index n = 1; n <= 8; ++n) {
    for (Index size = 1; size <= n; ++size) {
      const Case drawn(n, Numbers::kIntegers, true, dice);
      const auto most = static_cast<Index>(most_documents_looked_at(n, size));
      CHECK(best_choice({drawn.covering, drawn.value, drawn.pairs}, size, nullptr, most).has_value());
    }
  }
}
