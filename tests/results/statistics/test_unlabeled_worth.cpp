// What unlabeled data is worth, on curves whose answer is known in closed form.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/results/statistics/unlabeled/unlabeled_worth.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;

RunShape curve_shape(Index repetitions = 4) {
  RunShape shape;
  shape.labeled = {5, 10, 20, 40};
  shape.unlabeled = {0, 100};
  shape.repetitions = repetitions;
  return shape;
}

/// Both learners fall by 0.1 a doubling of the labeled data; 100 unlabeled examples are worth a
/// factor of the labeled data to the second.
double falling(double factor, std::size_t k, Index n, Index m) {
  const double labeled = static_cast<double>(n) * (k == 1 && m > 0 ? factor : 1.0);
  return 0.9 - 0.1 * std::log2(labeled / 5);
}

const UnlabeledWorth& row(const std::vector<UnlabeledWorth>& rows, const std::string& reference,
                          Index labeled) {
  for (const UnlabeledWorth& worth : rows) {
    if (worth.reference == reference && worth.labeled == labeled) return worth;
  }
  FAIL("no row of " << reference << " at " << labeled);
  return rows.front();
}

}  // namespace

TEST_CASE("on a curve linear in log n the worth is what was put in", "[worth]") {
  const double factor = GENERATE(1.0, 1.5, 2.0, 2.5);
  const RunResults run = made_up_run(curve_shape(), [&](std::size_t k, Index n, Index m, Index) {
    return falling(factor, k, n, m);
  });
  const auto rows = unlabeled_worth(run, "token_error");
  REQUIRE(rows.size() == 8);  // four sizes, against the perceptron and against itself
  for (const std::string& reference : run.learners) {
    for (const Index n : {5, 10}) {
      const UnlabeledWorth& worth = row(rows, reference, n);
      CHECK(worth.learner == "co_perceptron");
      CHECK((worth.unlabeled == 100 && worth.reference_unlabeled == 0 && worth.count == 4));
      CHECK(worth.on_curve == OnCurve::kWithin);
      CHECK(worth.labeled_equivalent == Approx(factor * static_cast<double>(n)));
      CHECK(worth.worth == Approx((factor - 1) * static_cast<double>(n)).margin(1e-9));
      CHECK(std::isnan(worth.low));  // four repetitions
    }
  }
}

TEST_CASE("to a learner that ignores it unlabeled data is worth nothing, and no row says otherwise",
          "[worth]") {
  RunResults run = made_up_run(
      curve_shape(), [&](std::size_t k, Index n, Index m, Index) { return falling(2, k, n, m); });
  run.supervised = {"perceptron"};
  CHECK(unlabeled_worth(run, "token_error").size() == 8);  // the reference may be one
  run.supervised = {"perceptron", "co_perceptron"};
  CHECK(unlabeled_worth(run, "token_error").empty());
}

TEST_CASE("beyond the ends of the curve the worth is a bound", "[worth]") {
  const RunResults better = made_up_run(
      curve_shape(), [](std::size_t k, Index n, Index m, Index) { return falling(4, k, n, m); });
  const auto rows = unlabeled_worth(better, "token_error");
  CHECK(row(rows, "perceptron", 10).on_curve == OnCurve::kWithin);
  CHECK(row(rows, "perceptron", 20).on_curve == OnCurve::kBeyondEnd);
  CHECK(row(rows, "perceptron", 20).worth == 20);
  const RunResults worse = made_up_run(
      curve_shape(), [](std::size_t k, Index n, Index m, Index) { return falling(0.5, k, n, m); });
  const auto harmed = unlabeled_worth(worse, "token_error");
  CHECK(row(harmed, "perceptron", 5).on_curve == OnCurve::kBeforeStart);
  CHECK(row(harmed, "perceptron", 5).worth == 0);
  CHECK(row(harmed, "perceptron", 20).worth == Approx(-10));
}

TEST_CASE("a metric that should be high gives the same worth as its complement", "[worth]") {
  RunShape shape = curve_shape(12);
  const auto value = [](std::size_t k, Index n, Index m, Index r) {
    return falling(1.7, k, n, m) + static_cast<double>((r * (n + m + 1)) % 5) / 64;
  };
  const auto errors = unlabeled_worth(made_up_run(shape, value), "token_error");
  shape.metrics = {"accuracy"};
  const auto right = unlabeled_worth(
      made_up_run(shape,
                  [&](std::size_t k, Index n, Index m, Index r) { return 1 - value(k, n, m, r); }),
      "accuracy");
  REQUIRE(errors.size() == right.size());
  for (std::size_t i = 0; i < errors.size(); ++i) {
    CHECK(errors[i].worth == Approx(right[i].worth).margin(1e-9));
    CHECK(errors[i].low == Approx(right[i].low).margin(1e-9));
    CHECK(errors[i].mean == Approx(1 - right[i].mean));
  }
}

TEST_CASE("a curve that turns back is read where it first gets there", "[worth]") {
  // The reference: 0.4, 0.2, 0.3, 0.1; the learner has 0.25 everywhere.
  const RunResults run = made_up_run(curve_shape(), [](std::size_t k, Index n, Index m, Index) {
    if (k == 1 && m > 0) return 0.25;
    return n == 5 ? 0.4 : n == 10 ? 0.2 : n == 20 ? 0.3 : 0.1;
  });
  const auto rows = unlabeled_worth(run, "token_error");
  CHECK(row(rows, "perceptron", 5).labeled_equivalent == Approx(5 * std::pow(2, 0.75)));
  CHECK(row(rows, "perceptron", 20).worth == Approx(5 * std::pow(2, 0.75) - 20));
  const RunResults flat = made_up_run(
      curve_shape(), [](std::size_t, Index n, Index, Index) { return n == 5 ? 0.4 : 0.25; });
  CHECK(row(unlabeled_worth(flat, "token_error"), "perceptron", 40).labeled_equivalent == 10);
}

TEST_CASE("the interval holds the worth, and is the same every time", "[worth]") {
  RunResults run = made_up_run(curve_shape(40), [](std::size_t k, Index n, Index m, Index r) {
    return falling(1.5, k, n, m) + static_cast<double>((r * (n + m + 1)) % 7 - 3) / 64;
  });
  const UnlabeledWorth worth = row(unlabeled_worth(run, "token_error"), "perceptron", 10);
  CHECK(worth.low < worth.worth);
  CHECK(worth.worth < worth.high);
  CHECK(worth.high - worth.low < 20);
  const UnlabeledWorth again = row(unlabeled_worth(run, "token_error"), "perceptron", 10);
  CHECK((worth.low == again.low && worth.high == again.high));
  run.config["sweep"]["seed"] = 2;
  CHECK(row(unlabeled_worth(run, "token_error"), "perceptron", 10).low != worth.low);
  // At 40 labeled the learner is beyond the curve in most resamples, so there is no upper end.
  CHECK(row(unlabeled_worth(run, "token_error"), "perceptron", 40).high ==
        std::numeric_limits<double>::infinity());
}

TEST_CASE("where all repetitions agree the interval is a point", "[worth]") {
  const RunResults run = made_up_run(curve_shape(10), [](std::size_t k, Index n, Index m, Index) {
    return falling(1.5, k, n, m);
  });
  const UnlabeledWorth worth = row(unlabeled_worth(run, "token_error"), "perceptron", 10);
  CHECK(worth.low == Approx(worth.worth));
  CHECK(worth.high == Approx(worth.worth));
}

TEST_CASE("only repetitions in which all cells finished count", "[worth]") {
  RunResults run = made_up_run(
      curve_shape(), [](std::size_t k, Index n, Index m, Index) { return falling(1.5, k, n, m); });
  run.cells[0].error = "killed";  // the perceptron at 5 and 0
  for (CellResult& cell : run.cells) {
    if (cell.learner == "perceptron" && cell.labeled == 40) cell.error = "killed";
    if (cell.learner == "co_perceptron" && cell.repetition == 3)
      cell.metrics["token_error"] = std::nan("");
  }
  const UnlabeledWorth worth = row(unlabeled_worth(run, "token_error"), "perceptron", 10);
  CHECK(worth.count == 2);
  CHECK(worth.labeled_equivalent == Approx(15));
  CHECK(row(unlabeled_worth(run, "token_error"), "perceptron", 20).on_curve == OnCurve::kBeyondEnd);
}

TEST_CASE("without a curve of the reference there is no worth", "[worth]") {
  RunShape shape = curve_shape();
  shape.labeled = {5};
  const auto value = [](std::size_t k, Index n, Index m, Index) { return falling(1.5, k, n, m); };
  CHECK(unlabeled_worth(made_up_run(shape, value), "token_error").empty());
  shape = curve_shape();
  shape.unlabeled = {0};
  CHECK(unlabeled_worth(made_up_run(shape, value), "token_error").empty());
  CHECK(unlabeled_worth(made_up_run(curve_shape(), value), "f1_macro").empty());
  CHECK(unlabeled_worth(RunResults(), "token_error").empty());
  // No cell without unlabeled data: the first learner's curve at the same number, and no curve of
  // its own.
  shape.unlabeled = {100};
  const auto rows = unlabeled_worth(made_up_run(shape, value), "token_error");
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].reference_unlabeled == 100);
  CHECK(rows[0].worth == Approx(2.5));
}

}  // namespace costruct::experiments
