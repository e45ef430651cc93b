// The significance table: each learner against the first, on runs whose numbers are known.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "costruct/core/random.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/significance.hpp"
#include "costruct/results/statistics/statistics.hpp"
#include "support/made_up_run.hpp"

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
    CHECK(c.interval_high - c.difference ==
          Approx(2.7764451051977987 * c.standard_error));  // t(4), 97.5 %
  }
}

TEST_CASE("the test is the first of the config, and the holdout corrects for overlap",
          "[significance]") {
  RunResults run = made_up_run(three_learners(), value);
  run.tests = {"wilcoxon", "sign"};
  CHECK(compare_with_first(run, "token_error").front().test == "wilcoxon");
  run.tests = {"corrected_resampled_t"};
  const Comparison unknown = compare_with_first(run, "token_error").front();
  CHECK(unknown.note == "how much the draws overlap is not known");
  CHECK((std::isnan(unknown.p) && std::isnan(unknown.p_holm) && std::isfinite(unknown.difference)));
  run.config["sweep"]["holdout"] = 10;
  const double plain = compare_with_first(run, "token_error", "paired_t").front().standard_error;
  const double corrected = compare_with_first(run, "token_error").front().standard_error;
  CHECK(corrected == Approx(plain * std::sqrt((1.0 / 5 + 10.0 / 5) * 5)));
  run.config["sweep"]["holdout"] = "unlabeled";
  const auto by_cell = compare_with_first(run, "token_error");
  CHECK(by_cell[0].note == "how much the draws overlap is not known");  // 0 unlabeled
  CHECK(by_cell[1].note.empty());
}

TEST_CASE("folds correct by 1 / (k - 1), whatever is labeled of the other folds",
          "[significance]") {
  RunResults run = made_up_run(three_learners(), value);
  run.tests = {"corrected_resampled_t"};
  const double plain = compare_with_first(run, "token_error", "paired_t").front().standard_error;
  for (const Json& labeled : {Json("all"), Json{4, 8}}) {
    run.config["sweep"] = {{"protocol", "folds"}, {"k", 5}, {"labeled", labeled}};
    const Comparison corrected = compare_with_first(run, "token_error").front();
    CHECK(corrected.note.empty());
    CHECK(corrected.standard_error == Approx(plain * std::sqrt((1.0 / 5 + 1.0 / 4) * 5)));
  }
  for (const Json& sweep :
       {Json{{"protocol", "inverse_folds"}, {"k", 5}, {"labeled", "all"}, {"holdout", 10}},
        Json{{"protocol", "folds"}, {"labeled", "all"}}}) {
    run.config["sweep"] = sweep;
    CHECK(compare_with_first(run, "token_error").front().note ==
          "how much the draws overlap is not known");
  }
}

TEST_CASE("of a known pool the correction is the holdout over what it leaves", "[significance]") {
  RunResults run = made_up_run(three_learners(), value);
  run.config["sweep"]["holdout"] = 10;
  CHECK(test_train_ratio(run, {5, 25}) ==
        10.0 / 5);  // nothing but the labeled examples is known to be left
  run.pool = 15;
  CHECK(test_train_ratio(run, {5, 25}) == 10.0 / 5);  // nor is there more: as published
  run.pool = 110;
  CHECK(test_train_ratio(run, {5, 25}) == 10.0 / 100);
  run.config["sweep"]["holdout"] = "unlabeled";
  CHECK(test_train_ratio(run, {5, 25}) == 25.0 / 85);
  run.config["sweep"] = {{"protocol", "folds"}, {"k", 11}, {"labeled", {5}}};
  CHECK(*test_train_ratio(run, {5, 25}) ==
        Approx(10.0 / 100));  // a fold of ten out of 110: the same
}

// Differences of a learner pair that depend on the scored examples alone, which are drawn
// repeatedly out of the same N. Means over n of them correlate by n / N, the share that two draws
// have in common.
TEST_CASE(
    "the corrected test errs at its level where draws share their holdout, the plain one does not",
    "[significance]") {
  constexpr Index kPool = 60, kHoldout = 15, kRepetitions = 10, kRuns = 1500;
  constexpr double kLevel = 0.05;
  Index plain = 0, corrected = 0;
  for (Index run = 0; run < kRuns; ++run) {
    RandomStream random(1, static_cast<std::uint64_t>(run), "overlap");
    std::vector<double> z, first, second(kRepetitions, 0.0);
    for (Index i = 0; i < kPool; ++i) {  // near enough to normal, mean 0: no learner is better
      double sum = -6;
      for (int part = 0; part < 12; ++part) sum += random.uniform();
      z.push_back(sum);
    }
    std::vector<Index> order(kPool);
    for (Index r = 0; r < kRepetitions; ++r) {
      std::iota(order.begin(), order.end(), Index{0});
      random.shuffle_prefix(order, kHoldout);
      double sum = 0;
      for (Index i = 0; i < kHoldout; ++i) sum += z[static_cast<std::size_t>(order[i])];
      first.push_back(sum / kHoldout);
    }
    const double ratio = double{kHoldout} / (kPool - kHoldout);
    plain += paired_t_test(first, second)->p_two_sided < kLevel;
    corrected += corrected_resampled_t_test(first, second, ratio)->p_two_sided < kLevel;
  }
  // Four standard errors of a share of 0.05 in 1,500 runs are 0.0225.
  CHECK(static_cast<double>(corrected) / kRuns == Approx(kLevel).margin(0.0225));
  CHECK(static_cast<double>(plain) / kRuns > 0.2);
}

TEST_CASE("learners that ignore unlabeled data are compared once for each labeled size",
          "[significance]") {
  // perceptron and hmm are the same at every unlabeled size; co_perceptron is not.
  const auto same = [](std::size_t k, Index n, Index m, Index r) {
    return value(k, n, k == 1 ? m : 0, r);
  };
  RunShape shape = three_learners();
  shape.unlabeled = {0, 25, 100};
  RunResults run = made_up_run(shape, same);
  CHECK(compare_with_first(run, "token_error").size() == 12);
  run.supervised = {"perceptron", "hmm"};
  const auto comparisons = compare_with_first(run, "token_error");
  REQUIRE(comparisons.size() == 8);  // 6 of co_perceptron, 2 of hmm
  std::vector<double> p;
  for (const Comparison& c : comparisons) {
    p.push_back(c.p);
    CHECK(c.any_unlabeled == (c.learner == "hmm"));
  }
  const auto adjusted = holm(p);  // the family has 8 members, not 12
  for (std::size_t i = 0; i < adjusted.size(); ++i) CHECK(comparisons[i].p_holm == adjusted[i]);
  run.cells.erase(std::find_if(run.cells.begin(), run.cells.end(),
                               [](const CellResult& cell) { return cell.learner == "hmm"; }));
  const auto fewer = compare_with_first(run, "token_error");
  CHECK((fewer[6].labeled == 5 && fewer[6].unlabeled == 25 &&
         fewer[6].count == 5));  // the most pairs
}

TEST_CASE("repetitions that failed, have no value or another split are no pairs",
          "[significance]") {
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
  CHECK((c.count == 1 && c.note == "one draw: a test needs two" && std::isfinite(c.difference)));
  run.cells[5].error = "killed";
  c = compare_with_first(run, "token_error").front();
  CHECK((c.count == 0 && c.note == "no pair of finished repetitions" && std::isnan(c.difference)));
}

TEST_CASE("learners that agree in every repetition do not differ", "[significance]") {
  const RunResults run =
      made_up_run({}, [](std::size_t, Index, Index, Index r) { return 0.1 * (r + 1); });
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
