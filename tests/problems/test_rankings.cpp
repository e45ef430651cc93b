// Rankings of a whole sample against all permutations of its rows.
#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <set>

#include "costruct/contract/augmentations.hpp"
#include "costruct/core/error.hpp"
#include "costruct/core/interfaces/partial_outputs.hpp"
#include "costruct/problems/catalog.hpp"
#include "costruct/problems/multivariate/class_orderings.hpp"
#include "support/enumerate.hpp"
#include "support/tiny.hpp"

using namespace costruct;
using namespace costruct::contract;
using namespace costruct::test;
using multivariate::Measure;

namespace {

constexpr const char* kBothLosses[] = {"roc_area", "average_precision"};

Views rankings(const char* loss, const std::shared_ptr<PartData>& data,
               const char* positive = "1") {
  return find_problem("multivariate")->make({{"loss", loss}, {"positive", positive}}, data);
}

/// One input of n rows with 3 features.
std::shared_ptr<PartData> numbers_of(Index n, Dice& dice, Numbers numbers) {
  auto data = std::make_shared<PartData>();
  data->labels = {"0", "1"};
  FeatureTable table;
  table.num_features = 3;
  for (Index i = 0; i < n; ++i) {
    for (int j = 0; j < 3; ++j) {
      table.feature.push_back(j);
      table.value.push_back(dice.draw(numbers));
    }
    table.end_part();
  }
  table.end_example();
  data->views.push_back(std::move(table));
  return data;
}

/// A permutation of rows, the highest first, and what it says of rows whose classes are y.
struct Permutation {
  std::vector<std::size_t> rows;

  /// A swap is a negative row above a positive one.
  bool puts_above(std::size_t i, std::size_t j) const {
    return std::find(rows.begin(), rows.end(), i) < std::find(rows.begin(), rows.end(), j);
  }
  Output output(const Output& y, int positive) const {
    Output output = y;
    for (std::size_t i = 0; i < y.parts.size(); ++i) {
      for (std::size_t j = 0; j < y.parts.size(); ++j) {
        if (y.parts[i] != positive || y.parts[j] == positive || puts_above(i, j)) continue;
        output.parts[i] += 2;
        output.parts[j] += 2;
      }
    }
    return output;
  }
  double measure(const std::string& name, const Output& y, int positive) const {
    double pairs = 0, ordered = 0, precisions = 0, found = 0, above = 0;
    for (const std::size_t i : rows) {
      ++above;
      if (y.parts[i] != positive) continue;
      precisions += ++found / above;
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (y.parts[j] == positive) continue;
        ++pairs;
        ordered += puts_above(i, j);
      }
    }
    if (pairs == 0) return 1;
    return name == "roc_area" ? ordered / pairs : precisions / found;
  }
  Vector phi(const FeatureTable& table, const Output& y, int positive) const {
    Vector sum(3, 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < rows.size(); ++j) {
        if (y.parts[i] != positive || y.parts[j] == positive || !puts_above(i, j)) continue;
        for (std::size_t k = 0; k < 3; ++k)
          sum[k] += table.value[3 * i + k] - table.value[3 * j + k];
      }
    }
    for (double& each : sum) each *= 4.0 / static_cast<double>(rows.size() * rows.size());
    return sum;
  }
};

std::vector<Permutation> all_permutations(Index n) {
  Permutation next{std::vector<std::size_t>(static_cast<std::size_t>(n))};
  std::iota(next.rows.begin(), next.rows.end(), std::size_t{0});
  std::vector<Permutation> all;
  do all.push_back(next);
  while (std::next_permutation(next.rows.begin(), next.rows.end()));
  return all;
}

}  // namespace

TEST_CASE("losses and features of orderings are those of permutations",
          "[problems][multivariate]") {
  Dice dice(31);
  for (const Index n : {1, 2, 4, 5}) {
    const auto data = numbers_of(n, dice, Numbers::kReals);
    for (const char* loss : kBothLosses) {
      for (const int positive : {0, 1}) {
        const Views views = rankings(loss, data, positive == 1 ? "1" : "0");
        for (const Output& y : all_labelings(n, 2)) {
          for (const Permutation& each : all_permutations(n)) {
            const Output y_hat = each.output(y, positive);
            REQUIRE(views.joint().loss(0, y, y_hat) ==
                    Approx(1 - each.measure(loss, y, positive)).margin(1e-14));
            REQUIRE(views.joint().has_constraint(0, y, y_hat));
            Vector found(3, 0.0);
            add_to(found, 1, views.joint().joint_feature(0, y_hat));
            const Vector expected = each.phi(data->views[0], y, positive);
            for (std::size_t k = 0; k < 3; ++k)
              REQUIRE(found[k] == Approx(expected[k]).margin(1e-13));
          }
        }
      }
    }
  }
}

TEST_CASE("the most violated ordering is the worst of all permutations",
          "[problems][multivariate]") {
  Dice dice(32);
  for (const Index n : {2, 4, 6}) {
    const std::vector<Permutation> permutations = all_permutations(n);
    for (const Numbers numbers : {Numbers::kReals, Numbers::kIntegers}) {
      for (int round = 0; round < (n == 6 ? 4 : 40); ++round) {
        const auto data = numbers_of(n, dice, numbers);
        const Vector w = dice.vector(3, numbers);
        const int positive = dice.range(0, 1);
        const Output y = dice.labeling(n, 2);
        for (const char* loss : kBothLosses) {
          const Views views = rankings(loss, data, positive == 1 ? "1" : "0");
          Decoded best{{}, -1e9};
          for (const Permutation& each : permutations) {
            const Vector phi = each.phi(data->views[0], y, positive);
            const double value = 1 - each.measure(loss, y, positive) +
                                 std::inner_product(phi.begin(), phi.end(), w.begin(), 0.0);
            Output output = each.output(y, positive);
            const bool ties = std::abs(value - best.value) < 1e-12;
            if (ties ? output < best.output : value > best.value) best = {std::move(output), value};
          }
          const Decoded found = views.joint().loss_augmented_decode(0, y, w, {});
          INFO(loss << y << found.output << best.output);
          REQUIRE(found.value == Approx(best.value).epsilon(1e-12).margin(1e-12));
          // where n is a power of 2 and all numbers are integers, ties of roc_area are not hidden
          // by rounding
          if (numbers == Numbers::kReals || (n != 6 && std::string(loss) == "roc_area"))
            REQUIRE(found.output == best.output);
        }
      }
    }
  }
}

TEST_CASE("of orderings with known classes the best of all permutations is found",
          "[problems][multivariate][partial]") {
  Dice dice(35);
  const std::vector<std::vector<int>> facts_of_a_row = {{0}, {1}, {}, {0, 1}};
  int with_swaps = 0, with_ties = 0;
  for (const Index n : {1, 2, 4, 5}) {
    const std::vector<Permutation> permutations = all_permutations(n);
    for (const Numbers numbers : {Numbers::kReals, Numbers::kIntegers}) {
      // Sums are exact for integers where n is a power of 2, so that ties are ties.
      if (n == 5 && numbers == Numbers::kIntegers) continue;
      for (int round = 0; round < (n == 5 ? 10 : 150); ++round) {
        const auto data = numbers_of(n, dice, numbers);
        const Vector w = dice.vector(3, numbers);
        const int positive = dice.range(0, 1);
        Known known;
        for (Index i = 0; i < n; ++i)
          known.facts.push_back(facts_of_a_row[static_cast<std::size_t>(dice.range(0, 3))]);
        const Views views = rankings("roc_area", data, positive == 1 ? "1" : "0");
        const auto& partial = dynamic_cast<const PartialOutputs&>(views.joint());
        Decoded best{{}, -1e9};
        int ties = 0;
        for (const Output& y : all_labelings(n, 2)) {
          if (!partial.allows(0, known, y)) continue;
          for (const Permutation& each : permutations) {
            Output output = each.output(y, positive);
            REQUIRE(partial.allows(0, known, output));
            const Vector phi = each.phi(data->views[0], y, positive);
            const double f = std::inner_product(phi.begin(), phi.end(), w.begin(), 0.0);
            if (f > best.value + 1e-12) {
              best = {std::move(output), f};
              ties = 0;
            } else if (std::abs(f - best.value) < 1e-12) {
              ties += !multivariate::same_classes(output, best.output);
              best.output = std::min(best.output, output);
            }
          }
        }
        const Decoded found = partial.within({known})->decode(0, w);
        INFO(found.output << best.output << ", positive " << positive);
        REQUIRE(found.value == Approx(best.value).epsilon(1e-12).margin(1e-12));
        REQUIRE(found.output == best.output);
        with_swaps += std::ranges::any_of(found.output.parts, [](int part) { return part > 1; });
        with_ties += ties > 0;
      }
    }
  }
  CHECK(with_swaps > 50);
  CHECK(with_ties > 50);
}

TEST_CASE("with each negative row for itself average precision has the same worst ordering",
          "[problems][multivariate]") {
  Dice dice(33);
  for (int round = 0; round < 20; ++round) {
    const std::size_t n = 400;
    Output y;
    Vector s;
    std::vector<double> high, low;
    for (std::size_t i = 0; i < n; ++i) {
      y.parts.push_back(dice.range(0, round % 5 + 1) == 0);
      s.push_back(dice.real() + 0.5 * y.parts.back());
      (y.parts.back() == 1 ? high : low).push_back(s.back());
    }
    std::sort(high.rbegin(), high.rend());
    std::sort(low.rbegin(), low.rend());
    const double kappa = std::pow(10.0, -dice.range(2, 6)), P = static_cast<double>(high.size());
    double swaps = 0;
    for (std::size_t j = 1; j <= low.size();
         ++j) {  // the sum over all rows that may stand below, anew
      double most = 0;
      std::size_t best = high.size();
      for (std::size_t above = 0; above < high.size(); ++above) {
        double gain = 0;
        for (std::size_t r = above + 1; r <= high.size(); ++r) {
          const auto rank = static_cast<double>(r), higher = static_cast<double>(j);
          gain += (rank / (rank + higher - 1) - rank / (rank + higher)) / P -
                  kappa * (high[r - 1] - low[j - 1]);
        }
        if (!(gain > most)) continue;
        most = gain;
        best = above;
      }
      swaps += static_cast<double>(high.size() - best);
    }
    const Output found = multivariate::worst_ordering(Measure::kAveragePrecision, 1, y, s, kappa);
    double found_swaps = 0;
    for (const int part : found.parts) found_swaps += part % 2 == 1 ? part / 2 : 0;
    CHECK(found_swaps == swaps);
    CHECK(multivariate::same_classes(y, found));
  }
}

TEST_CASE("a labeling is measured as a ranking of two groups", "[problems][multivariate]") {
  // two positive rows of three are called so, and one of two negative ones
  const Output y{{1, 1, 1, 0, 0}}, said{{1, 1, 0, 1, 0}};
  CHECK(multivariate::measure_of(Measure::kRocArea, 1, y, said) ==
        Approx((2 * 1 + (2 * 1 + 1 * 1) * 0.5) / 6));
  CHECK(multivariate::measure_of(Measure::kAveragePrecision, 1, y, said) ==
        Approx((2 * 2.0 / 3 + 3.0 / 5) / 3));
}

TEST_CASE("rankings say what they do not do", "[problems][multivariate]") {
  Dice dice(34);
  const auto data = numbers_of(3, dice, Numbers::kReals);
  using Catch::Contains;
  for (const char* loss : kBothLosses) {
    const Views views = rankings(loss, data);
    for (const Augmentation augmentation : all_augmentations()) {
      const bool plain =
          augmentation.rescaling == Rescaling::kMargin && augmentation.slack_norm == 1;
      CHECK(views.joint().loss_augmentation_unavailable(augmentation).has_value() != plain);
    }
    const Json biased = {{"loss", loss}, {"bias", true}};
    CHECK(find_problem("multivariate")->make(biased, data).joint().dimension() ==
          views.joint().dimension());
    const auto notes = without_effect(find_problem("multivariate")->options, biased, "problem", {});
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes.front(), Contains("problem.bias") && Contains("\"error\"") && Contains(loss));
  }
}

TEST_CASE("rows of one score have the first label, however many there are",
          "[problems][multivariate]") {
  Dice dice(31);
  for (Index n = 1; n <= 20; ++n) {
    const auto one = numbers_of(1, dice, Numbers::kReals);
    auto data = std::make_shared<PartData>();
    data->labels = one->labels;
    FeatureTable table;
    table.num_features = 3;
    for (Index i = 0; i < n; ++i) {
      table.feature.insert(table.feature.end(), one->views[0].feature.begin(),
                           one->views[0].feature.end());
      table.value.insert(table.value.end(), one->views[0].value.begin(), one->views[0].value.end());
      table.end_part();
    }
    table.end_example();
    data->views.push_back(std::move(table));
    for (const char* loss : kBothLosses) {
      for (const char* positive : {"0", "1"}) {
        const Views views = rankings(loss, data, positive);
        for (int draw = 0; draw < 20; ++draw) {
          const Vector w = dice.vector(3, Numbers::kReals);
          INFO(loss << ", positive " << positive << ", " << n << " rows");
          CHECK(views.joint().decode(0, w).output ==
                Output{std::vector<int>(static_cast<std::size_t>(n), 0)});
        }
      }
    }
  }
}
