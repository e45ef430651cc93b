// Labelings by their contingency tables against enumeration of all labelings.
#include <catch2/catch.hpp>

#include <cmath>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/decode/contingency.hpp"
#include "support/enumerate.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;

namespace {

/// A loss by its formula, and what is said of it.
struct Formula final : ContingencyLoss {
  std::function<double(Index, Index)> delta;
  Shape of_shape = Shape::kAny;
  std::optional<Index> only;
  std::optional<RowCosts> costs;

  double at(Index a, Index b) const override { return delta(a, b); }
  Shape shape() const override { return of_shape; }
  std::optional<Index> only_ones() const override { return only; }
  std::optional<RowCosts> row_costs() const override { return costs; }
};

struct NamedLoss {
  std::string name;
  Formula loss;
};

/// Losses for a reference with P ones and N zeros. The first measures nothing, and is not concave.
std::vector<NamedLoss> losses(Index P, Index N, Index only, Dice& dice) {
  std::vector<NamedLoss> all(5);
  std::vector<double> any;
  if (P + N <= 10000) {  // a table of more would not fit in memory
    for (Index i = 0; i < (P + 1) * (N + 1); ++i) any.push_back(0.25 * dice.range(0, 6));
    any[static_cast<std::size_t>(P * (N + 1))] = 0;
  }
  all[0].name = "any table";
  all[0].loss.delta = [any, N](Index a, Index b) {
    return any[static_cast<std::size_t>(a * (N + 1) + b)];
  };
  all[1] = {"any table, only so many ones", all[0].loss};
  all[1].loss.only = only;
  const auto f1 = [](Index t, Index s, Index positives) {
    const double below = static_cast<double>(positives + t + s);
    return below == 0 ? 0.0 : static_cast<double>(positives - t + s) / below;
  };
  all[2].name = "F1 of the ones";
  all[2].loss.delta = [=](Index a, Index b) { return f1(a, b, P); };
  all[2].loss.of_shape = ContingencyLoss::Shape::kConcaveInB;
  all[3].name = "F1 of the zeros";
  all[3].loss.delta = [=](Index a, Index b) { return f1(N - b, P - a, N); };
  all[3].loss.of_shape = ContingencyLoss::Shape::kConcaveInA;
  all[4].name = "costs of rows";
  all[4].loss.delta = [=](Index a, Index b) { return 0.5 * static_cast<double>(P - a + 3 * b); };
  all[4].loss.of_shape = ContingencyLoss::Shape::kConcaveInB;
  all[4].loss.costs = ContingencyLoss::RowCosts{0.5, 1.5};
  return all;
}

/// Rows with their gains, a reference, and everything about all their labelings.
struct Rows {
  Rows(Index n, Numbers numbers, Dice& dice) : outputs(all_labelings(n, 2)) {
    for (Index i = 0; i < n; ++i) gain.push_back(0.5 * dice.draw(numbers));
    none = dice.range(-2, 2);
    y = outputs[static_cast<std::size_t>(dice.range(0, static_cast<int>(outputs.size()) - 1))];
  }
  double score(const Output& y_hat) const {
    double sum = none;
    for (std::size_t i = 0; i < gain.size(); ++i) sum += y_hat.parts[i] * gain[i];
    return sum;
  }
  double loss(const ContingencyLoss& of, const Output& y_hat) const {
    Index a = 0, b = 0;
    for (std::size_t i = 0; i < gain.size(); ++i) (y.parts[i] == 1 ? a : b) += y_hat.parts[i];
    return of.at(a, b);
  }
  bool is_compared(const ContingencyLoss& of, const Output& y_hat) const {
    return !of.only_ones() || y_hat == y ||
           std::count(y_hat.parts.begin(), y_hat.parts.end(), 1) == *of.only_ones();
  }
  std::optional<Decoded> worst(const ContingencyLoss& of, Augmentation augmentation,
                               bool other) const {
    std::vector<Output> compared;
    for (const Output& y_hat : outputs) {
      if (is_compared(of, y_hat) && !(other && y_hat == y)) compared.push_back(y_hat);
    }
    if (compared.empty()) return std::nullopt;
    return test::best_of(compared, [&](const Output& y_hat) {
      return reference_augmented(loss(of, y_hat), score(y_hat), score(y), augmentation);
    });
  }

  std::vector<Output> outputs;
  Vector gain;
  double none = 0;
  Output y;
};

bool same(const std::optional<Decoded>& found, const std::optional<Decoded>& expected, bool exact) {
  if (!found || !expected) return found.has_value() == expected.has_value();
  if (exact) return found->output == expected->output && found->value == expected->value;
  return std::abs(found->value - expected->value) <= 1e-12 * (1 + std::abs(expected->value));
}

}  // namespace

TEST_CASE("the worst labeling by tables is that of enumeration, ties included", "[core][decode]") {
  Dice dice(5);
  for (int round = 0; round < 240; ++round) {
    const Index n = round < 200 ? dice.range(0, 7) : 9 + round % 4;
    for (const Numbers numbers :
         {Numbers::kIntegers, Numbers::kZeros, Numbers::kReals, Numbers::kNegative}) {
      const Rows rows(n, numbers, dice);
      const Index P = std::count(rows.y.parts.begin(), rows.y.parts.end(), 1);
      const RowGains gains{rows.gain, rows.none};
      for (const auto& [name, loss] : losses(P, n - P, dice.range(0, static_cast<int>(n)), dice)) {
        for (const Augmentation augmentation : all_augmentations()) {
          INFO(name << ", " << name_of(augmentation) << ", y " << rows.y);
          const double f_y = rows.score(rows.y);
          const bool exact = numbers != Numbers::kReals;
          const Decoded worst = most_violated_labeling(loss, gains, rows.y, f_y, augmentation);
          const auto other = most_violated_other_labeling(loss, gains, rows.y, f_y, augmentation);
          REQUIRE(same(worst, rows.worst(loss, augmentation, false), exact));
          REQUIRE(same(other, rows.worst(loss, augmentation, true), exact));
        }
      }
    }
  }
}

TEST_CASE("the two best labelings are those of enumeration, ties included", "[core][decode]") {
  Dice dice(6);
  for (int round = 0; round < 300; ++round) {
    const Rows rows(dice.range(0, 7), round % 9 == 0 ? Numbers::kZeros : Numbers::kIntegers, dice);
    const RowGains gains{rows.gain, rows.none};
    const auto score = [&](const Output& y) { return rows.score(y); };
    const Decoded best = best_labeling(gains);
    REQUIRE(same(best, test::best_of(rows.outputs, score), true));
    const auto second = best_other_labeling(gains, best);
    REQUIRE(second.has_value() == (rows.outputs.size() > 1));
    if (second)
      REQUIRE(same(second, test::best_of(without(rows.outputs, best.output), score), true));
  }
}

TEST_CASE("a search along concave lines finds in thousands of rows what all tables hold",
          "[core][decode]") {
  Dice dice(7);
  const Index n = 1500;
  Rows rows(1, Numbers::kReals, dice);
  rows.gain.clear();
  rows.y.parts.clear();
  for (Index i = 0; i < n; ++i) {
    rows.y.parts.push_back(dice.range(0, 3) == 0);
    rows.gain.push_back(0.01 * (dice.real() + 0.5 * rows.y.parts.back() - 0.3));
  }
  const Index P = std::count(rows.y.parts.begin(), rows.y.parts.end(), 1);
  const RowGains gains{rows.gain, rows.none};
  const double f_y = rows.score(rows.y);
  for (auto& [name, loss] : losses(P, n - P, 0, dice)) {
    if (loss.of_shape == ContingencyLoss::Shape::kAny) continue;
    for (const Augmentation augmentation : all_augmentations()) {
      INFO(name << ", " << name_of(augmentation));
      const Decoded found = most_violated_labeling(loss, gains, rows.y, f_y, augmentation);
      Formula all = loss;
      all.of_shape = ContingencyLoss::Shape::kAny;
      all.costs = std::nullopt;
      const Decoded expected = most_violated_labeling(all, gains, rows.y, f_y, augmentation);
      CHECK(found.value == Approx(expected.value).epsilon(1e-12));
      const double value = reference_augmented(rows.loss(loss, found.output),
                                               rows.score(found.output), f_y, augmentation);
      CHECK(found.value == Approx(value).epsilon(1e-12));
    }
  }
}

TEST_CASE(
    "where all other labelings are far below the reference, the best of them is found without a "
    "look at all",
    "[core][decode]") {
  Dice dice(8);
  for (const Index n : {700, 100000}) {
    Rows rows(1, Numbers::kReals, dice);
    rows.gain.clear();
    rows.y.parts.clear();
    for (Index i = 0; i < n; ++i) {
      rows.y.parts.push_back(dice.range(0, 3) == 0);
      rows.gain.push_back((rows.y.parts.back() == 1 ? 0.5 : -0.5) * dice.range(3, 40));
    }
    const Index P = std::count(rows.y.parts.begin(), rows.y.parts.end(), 1);
    const RowGains gains{rows.gain, rows.none};
    const double f_y = rows.score(rows.y);
    for (auto& [name, loss] : losses(P, n - P, 0, dice)) {
      if (loss.of_shape == ContingencyLoss::Shape::kAny) continue;
      for (const int slack_norm : {1, 2}) {
        INFO(name << ", " << n << " rows, r = " << slack_norm);
        const Augmentation slack{Rescaling::kSlack, slack_norm};
        const Decoded found = *most_violated_other_labeling(loss, gains, rows.y, f_y, slack);
        const double value = reference_augmented(rows.loss(loss, found.output),
                                                 rows.score(found.output), f_y, slack);
        CHECK(found.value < 0);
        CHECK(found.value == value);
        if (n > 1000) continue;  // all 1.9 billion tables of the larger one would take minutes
        Formula all = loss;
        all.of_shape = ContingencyLoss::Shape::kAny;
        const Decoded expected = *most_violated_other_labeling(all, gains, rows.y, f_y, slack);
        CHECK(found.value == expected.value);
        CHECK(found.output == expected.output);
      }
    }
  }
}
