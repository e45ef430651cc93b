// The significance table: each learner against the first, on runs whose numbers are known.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/experiments/results/paired_tests.hpp"
#include "costruct/experiments/results/significance.hpp"
#include "costruct/experiments/results/statistics.hpp"
#include "results_support.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;

/// Numbers that a double holds exactly, different in every repetition.
double value(std::size_t k, Index n, Index m, Index r) {
  const auto wave = static_cast<double>((r * static_cast<Index>(k + 3) + n + m) % 7);
  return 0.5 - 0.0625 * static_cast<double>(k) + wave / 256;
}

RunShape three_learners() {
  RunShape shape;
  shape.learners = {"perceptron", "co_perceptron", "hmm"};
  shape.labeled = {5, 10};
  shape.unlabeled = {0, 25};
  return shape;
}

}  // namespace

TEST_CASE("every other learner is compared with the first in every cell", "[significance]") {
  const RunResults run = made_up_run(three_learners(), value);
  const auto comparisons = compare_with_first(run, "token_error");
  REQUIRE(comparisons.size() == 8);
  std::vector<double> p;
  for (const Comparison& comparison : comparisons) p.push_back(comparison.p);
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison& c = comparisons[i];
    const std::size_t k = i < 4 ? 1 : 2;
    std::vector<double> first, second;
    for (Index r = 0; r < 5; ++r) {
      first.push_back(value(k, c.labeled, c.unlabeled, r));
      second.push_back(value(0, c.labeled, c.unlabeled, r));
    }
    const auto expected = paired_t_test(first, second);
    CHECK(c.learner == run.learners[k]);
    CHECK(c.reference == "perceptron");
    CHECK(c.test == "paired_t");
    CHECK((c.count == 5 && c.left_out == 0 && c.note.empty()));
    CHECK(c.difference == expected->mean_difference);
    CHECK(c.p == expected->p_two_sided);
    CHECK(c.effect_size == expected->effect_size);
    CHECK(c.p_holm == adjusted[i]);
    CHECK(c.interval_high - c.difference == Approx(2.7764451051977987 * c.standard_error));  // t(4), 97.5 %
  }
}

TEST_CASE("the test is the first of the config, and the holdout corrects for overlap", "[significance]") {
  RunResults run = made_up_run(three_learners(), value);
  run.tests = {"wilcoxon", "sign"};
  CHECK(compare_with_first(run, "token_error").front().test == "wilcoxon");
  run.tests = {"corrected_resampled_t"};
  const Comparison unknown = compare_with_first(run, "token_error").front();
  CHECK(unknown.note == "the size of the holdout is not known");
  CHECK((std::isnan(unknown.p) && std::isnan(unknown.p_holm) && std::isfinite(unknown.difference)));
  run.config["sweep"]["holdout"] = 10;
  const double plain = compare_with_first(run, "token_error", "paired_t").front().standard_error;
  const double corrected = compare_with_first(run, "token_error").front().standard_error;
  CHECK(corrected == Approx(plain * std::sqrt((1.0 / 5 + 10.0 / 5) * 5)));
  run.config["sweep"]["holdout"] = "unlabeled";
  const auto by_cell = compare_with_first(run, "token_error");
  CHECK(by_cell[0].note == "the size of the holdout is not known");  // 0 unlabeled
  CHECK(by_cell[1].note.empty());
}

TEST_CASE("folds that train on all others correct by 1 / (k - 1), other folds are not known",
          "[significance]") {
  RunResults run = made_up_run(three_learners(), value);
  run.tests = {"corrected_resampled_t"};
  run.config["sweep"] = {{"protocol", "folds"}, {"k", 5}, {"labeled", "all"}};
  const double plain = compare_with_first(run, "token_error", "paired_t").front().standard_error;
  const Comparison corrected = compare_with_first(run, "token_error").front();
  CHECK(corrected.note.empty());
  CHECK(corrected.standard_error == Approx(plain * std::sqrt((1.0 / 5 + 1.0 / 4) * 5)));
  for (const Json& sweep : {Json{{"protocol", "folds"}, {"k", 5}, {"labeled", {4, 8}}},
                            Json{{"protocol", "inverse_folds"}, {"k", 5}, {"labeled", "all"}},
                            Json{{"protocol", "folds"}, {"labeled", "all"}}}) {
    run.config["sweep"] = sweep;
    CHECK(compare_with_first(run, "token_error").front().note == "the size of the holdout is not known");
  }
}

TEST_CASE("repetitions that failed, have no value or another split are no pairs", "[significance]") {
  RunShape shape;
  shape.repetitions = 6;
  RunResults run = made_up_run(shape, value);
  run.cells[0].error = "out of memory";
  run.cells[1].split_hash = "another";
  run.cells[2].metrics["token_error"] = std::nan("");
  run.cells[3].metrics["token_error"] = std::numeric_limits<double>::infinity();
  Comparison c = compare_with_first(run, "token_error").front();
  CHECK((c.count == 2 && c.left_out == 4));
  CHECK(std::isfinite(c.p));
  run.cells[4].error = "killed";
  c = compare_with_first(run, "token_error").front();
  CHECK((c.count == 1 && c.note == "one pair: no test" && std::isfinite(c.difference)));
  run.cells[5].error = "killed";
  c = compare_with_first(run, "token_error").front();
  CHECK((c.count == 0 && c.note == "no pair of finished repetitions" && std::isnan(c.difference)));
}

TEST_CASE("learners that agree in every repetition do not differ", "[significance]") {
  const RunResults run = made_up_run({}, [](std::size_t, Index, Index, Index r) { return 0.1 * (r + 1); });
  const Comparison c = compare_with_first(run, "token_error").front();
  CHECK((c.difference == 0 && c.p == 1 && c.p_holm == 1 && c.effect_size == 0));
}

TEST_CASE("memory and disagreement can be compared where they were measured", "[significance]") {
  RunResults run = made_up_run({}, value);
  CHECK(compare_with_first(run, "disagreement").front().count == 0);
  CHECK(compare_with_first(run, "peak_memory").front().count == 0);
  for (CellResult& cell : run.cells) {
    cell.disagreement = 0.25;
    cell.peak_memory = cell.learner == "perceptron" ? 1000 : 3000;
  }
  CHECK(compare_with_first(run, "disagreement").front().p == 1);
  CHECK(compare_with_first(run, "peak_memory").front().difference == 2000);
}

TEST_CASE("a run of one learner, or of none, compares nothing", "[significance]") {
  RunShape shape;
  shape.learners = {"perceptron"};
  CHECK(compare_with_first(made_up_run(shape, value), "token_error").empty());
  CHECK(compare_with_first(RunResults(), "token_error").empty());
}

}  // namespace costruct::experiments
