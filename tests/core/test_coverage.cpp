// Choices of documents against enumeration of all choices.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>

#include "core/coverage_support.hpp"
#include "costruct/contract/augmentations.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

TEST_CASE("the best choice of documents is that of enumeration, ties included",
          "[core][decode][coverage]") {
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

TEST_CASE("the choice that most violates a constraint is that of enumeration",
          "[core][decode][coverage]") {
  over_cases([](const Case& drawn, Index n, Index size, Dice& dice) {
    for (const Augmentation augmentation : all_augmentations()) {
      const CoverageObjective objective{drawn.covering,
                                        drawn.value,
                                        drawn.pairs,
                                        &drawn.loss,
                                        static_cast<double>(dice.range(-3, 3)),
                                        augmentation};
      const auto value = [&](const Output& y) {
        return reference_augmented(drawn.delta(y), drawn.score(y), objective.reference_score,
                                   augmentation);
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
    const Decoded expected =
        best_of(without(all, y), [&](const Output& each) { return drawn.score(each); });
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

TEST_CASE("no search looks at more documents than are counted beforehand",
          "[core][decode][coverage]") {
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
      CHECK(
          best_choice({drawn.covering, drawn.value, drawn.pairs}, size, nullptr, most).has_value());
    }
  }
}
