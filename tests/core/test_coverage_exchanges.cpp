// Exchanges of a document for another against enumeration of all choices.
#include <catch2/catch.hpp>

#include "core/coverage_support.hpp"
#include "costruct/contract/augmentations.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

Index in_common(const Output& a, const Output& b) {
  return std::count_if(a.parts.begin(), a.parts.end(), [&](int d) {
    return std::binary_search(b.parts.begin(), b.parts.end(), d);
  });
}

/// The choices that differ from y in one document.
std::vector<Output> neighbours(const std::vector<Output>& all, const Output& y) {
  std::vector<Output> found;
  for (const Output& other : all) {
    if (in_common(other, y) + 1 == std::ssize(y.parts)) found.push_back(other);
  }
  return found;
}

/// With the loss, in all its ways, and without.
template <class Check>
void over_objectives(const Case& drawn, Dice& dice, const Check& check) {
  CoverageObjective objective{drawn.covering, drawn.value, drawn.pairs};
  check(objective);
  objective.loss = &drawn.loss;
  for (const Augmentation augmentation : all_augmentations()) {
    objective.reference_score = dice.range(-3, 3);
    objective.augmentation = augmentation;
    check(objective);
  }
}

/// Cases with whole numbers, and with real ones that are rounded.
template <class Check>
void over_cases_and_reals(const Check& check) {
  over_cases(check);
  Dice dice(17);
  for (int i = 0; i < 100; ++i) {
    const Index n = dice.range(1, 8), size = dice.range(1, 5);
    const Case drawn(n, Numbers::kReals, i % 2 == 0, dice);
    check(drawn, n, size, dice);
  }
}

}  // namespace

TEST_CASE("the best exchange is that of enumeration, ties included", "[core][decode][coverage]") {
  over_cases_and_reals([](const Case& drawn, Index n, Index size, Dice& dice) {
    const std::vector<Output> all = all_choices(n, size);
    over_objectives(drawn, dice, [&](const CoverageObjective& objective) {
      const Output& y =
          all[static_cast<std::size_t>(dice.range(0, static_cast<int>(all.size()) - 1))];
      const std::vector<Output> others = neighbours(all, y);
      const auto found = best_exchange(objective, y.parts);
      REQUIRE(found.has_value() == !others.empty());
      if (!found) return;
      const Decoded expected = best_of(
          others, [&](const Output& other) { return choice_value(objective, other.parts); });
      CHECK(found->output == expected.output);
      CHECK(found->value == expected.value);
    });
  });
}

TEST_CASE("exchanges end between greedy and best choice, where none is better",
          "[core][decode][coverage]") {
  int raised = 0, below_best = 0;
  over_cases_and_reals([&](const Case& drawn, Index n, Index size, Dice& dice) {
    const std::vector<Output> all = all_choices(n, size);
    over_objectives(drawn, dice, [&](const CoverageObjective& objective) {
      const Decoded greedy = greedy_choice(objective, size),
                    found = after_exchanges(objective, greedy);
      const auto value = [&](const Output& y) { return choice_value(objective, y.parts); };
      const Decoded best = best_of(all, value);
      REQUIRE(std::find(all.begin(), all.end(), found.output) != all.end());
      CHECK(found.value == value(found.output));
      CHECK(found.value >= greedy.value);
      CHECK(found.value <= best.value);
      for (const Output& other : neighbours(all, found.output)) CHECK(value(other) <= found.value);
      if (found.value == greedy.value) CHECK(found.output == greedy.output);
      if (n <= size + 1 || size == 1)
        CHECK(found.value == best.value);  // all others are neighbours
      raised += found.value > greedy.value;
      below_best += found.value < best.value;
    });
  });
  CHECK(raised > 0);
  CHECK(below_best > 0);
}

TEST_CASE("exchanges find two documents that pay together alone", "[core][decode][coverage]") {
  Covering none;
  none.begin = {0, 0, 0, 0, 0};
  const Vector no_value,
      pairs = {2, -1, 3, -1, -1, -1};  // of documents 1 and 0, 2 and 0, 2 and 1, ...
  const CoverageObjective objective{none, no_value, pairs};
  const Decoded greedy = greedy_choice(objective, 2);
  CHECK(greedy.output.parts == std::vector<int>{0, 1});
  const Decoded found = after_exchanges(objective, greedy);
  CHECK(found.output.parts == std::vector<int>{1, 2});
  CHECK(found.value == 3);
}

TEST_CASE(
    "of exchanges with one value the smallest choice is the best, and none is taken without a gain",
    "[core][decode][coverage]") {
  Covering none;
  none.begin = {0, 0, 0, 0, 0, 0};
  const Vector nothing;
  const CoverageObjective objective{none, nothing};
  CHECK(best_exchange(objective, std::vector<int>{1, 3})->output.parts == std::vector<int>{0, 1});
  CHECK(after_exchanges(objective, {{{1, 3}}, 0}).output.parts == std::vector<int>{1, 3});
  CHECK_FALSE(best_exchange(objective, std::vector<int>{0, 1, 2, 3, 4}).has_value());
  CHECK_FALSE(best_exchange(objective, std::vector<int>{}).has_value());
}

TEST_CASE("some documents come before all others in the greedy order of their own",
          "[core][decode][coverage]") {
  over_cases([](const Case& drawn, Index n, Index size, Dice& dice) {
    const std::vector<Output> all = all_choices(n, size);
    const std::vector<int>& first =
        all[static_cast<std::size_t>(dice.range(0, static_cast<int>(all.size()) - 1))].parts;
    const CoverageObjective objective{drawn.covering, drawn.value, drawn.pairs};
    const std::vector<int> ranking = greedy_ranking(objective, n, first);
    REQUIRE(std::ssize(ranking) == n);
    for (std::size_t place = 0; place < ranking.size(); ++place) {
      const auto with = [&](int d) {
        Output y{{ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(place)}};
        y.parts.push_back(d);
        std::sort(y.parts.begin(), y.parts.end());
        return drawn.score(y);
      };
      const bool is_first = std::binary_search(first.begin(), first.end(), ranking[place]);
      CHECK(is_first == (place < first.size()));
      for (std::size_t later = place + 1; later < ranking.size(); ++later) {
        if (std::binary_search(first.begin(), first.end(), ranking[later]) != is_first) continue;
        CHECK(with(ranking[place]) >= with(ranking[later]));
        if (with(ranking[place]) == with(ranking[later])) CHECK(ranking[place] < ranking[later]);
      }
    }
    const std::vector<int> greedy = greedy_ranking(objective, size);
    CHECK(greedy_ranking(objective, size, greedy) == greedy);
  });
}
