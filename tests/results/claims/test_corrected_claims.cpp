// Verdicts by the published test and by the corrected resampled t-test side by side. The expected p
// are written out: Student's distribution with 4 degrees of freedom has a closed form.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "costruct/report/report_claims.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/claims_table.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;

constexpr double kOffsets[] = {-0.01, 0.01, 0, -0.02, 0.02};  // their variance is 0.001 / 4
constexpr double kVariance = 0.00025;

/// Five repetitions in which co_perceptron - perceptron is the gap of the size plus kOffsets. Draws
/// score 50 examples of `pool`: the correction is 50 / (pool - 50).
RunResults drawn_run(const std::function<double(Index)>& gap, Index pool,
                     const std::vector<Index>& unlabeled = {0}) {
  RunShape shape;
  shape.unlabeled = unlabeled;
  RunResults run = made_up_run(shape, [&](std::size_t k, Index, Index m, Index r) {
    return 0.5 + (k == 1 ? gap(m) + kOffsets[r] : 0);
  });
  run.config["sweep"] = {{"holdout", 50}};
  run.pool = pool;
  return run;
}

RunResults drawn_run(double gap, Index pool) {
  return drawn_run([gap](Index) { return gap; }, pool);
}

ClaimVerdict judge(RunResults run, const std::string& claim) {
  run.claims = Json::array({Json::parse(claim)});
  return judge_claims(run).front();
}

/// P(T <= t) of Student's t with 4 degrees of freedom.
double student_4(double t) {
  const double u = 1 + t * t / 4;
  return 0.5 + 3.0 / 8 * t / std::sqrt(u) * (1 - t * t / (12 * u));
}

/// The p of "lower" for five differences with this mean: plain with correction 0.
double p_lower(double mean, double correction, double variance = kVariance) {
  return student_4(mean / std::sqrt((0.2 + correction) * variance));
}

const char* kLess = R"({"less": ["co_perceptron", "perceptron"]})";

}  // namespace

TEST_CASE("a claim that only the published test decides is reproduced as published only",
          "[claims][corrected]") {
  const ClaimVerdict found = judge(drawn_run(-0.04, 100), kLess);  // the correction is 1
  CHECK(found.cells[0].p == Approx(p_lower(-0.04, 0)));
  CHECK(found.cells[0].p < 0.01);
  CHECK(found.cells[0].corrected_p == Approx(p_lower(-0.04, 1)));
  CHECK(found.cells[0].corrected_p > 0.01);
  CHECK(found.cells[0].verdict == Verdict::kReproduced);
  CHECK(found.cells[0].corrected == Verdict::kUndecided);
  CHECK(found.verdict == Verdict::kReproduced);
  CHECK(found.corrected == Verdict::kUndecided);
  CHECK(verdict_text(found) == "reproduced as published only");
}

TEST_CASE("the word is the verdict where both tests agree, and both go by the size of the data",
          "[claims][corrected]") {
  const ClaimVerdict large = judge(drawn_run(-0.04, 5050), kLess);  // the correction is 0.01
  CHECK(large.cells[0].corrected_p == Approx(p_lower(-0.04, 0.01)));
  CHECK(verdict_text(large) == "reproduced");
  CHECK(verdict_text(judge(drawn_run(0.04, 5050), kLess)) == "refuted");
  CHECK(verdict_text(judge(drawn_run(0.04, 100), kLess)) == "refuted as published only");
  CHECK(verdict_text(judge(drawn_run(-0.001, 5050), kLess)) == "undecided");
}

TEST_CASE("a claim that names the corrected test is judged by it alone", "[claims][corrected]") {
  const std::string claim =
      R"({"less": ["co_perceptron", "perceptron"], "test": "corrected_resampled_t"})";
  const ClaimVerdict found = judge(drawn_run(-0.04, 100), claim);
  CHECK(found.cells[0].p == Approx(p_lower(-0.04, 1)));
  CHECK(found.cells[0].corrected_p == found.cells[0].p);
  CHECK(found.corrected == found.verdict);
  CHECK(verdict_text(found) == "undecided");
  std::vector<JudgedRun> runs = {{"run", {found}}};
  CHECK(claims_table(runs).find("corrected p") == std::string::npos);
}

TEST_CASE("where there is no corrected test the published verdict stands and is marked",
          "[claims][corrected]") {
  RunResults inverse = drawn_run(-0.04, 100);
  inverse.config["sweep"] = {{"protocol", "inverse_folds"}, {"k", 5}};
  RunResults files = drawn_run(-0.04, 100);
  files.config["sweep"] = {{"protocol", "split_files"}};
  for (const RunResults& run : {inverse, files}) {
    const ClaimVerdict found = judge(run, kLess);
    CHECK_FALSE(found.corrected);
    CHECK_FALSE(found.cells[0].corrected);
    CHECK(std::isnan(found.cells[0].corrected_p));
    CHECK(verdict_text(found) == "reproduced (no corrected test)");
    const std::vector<JudgedRun> runs = {{"run", {found}}};
    CHECK(claims_table(runs).find("no corrected test") != std::string::npos);
    CHECK_THAT(claims_csv(runs), Catch::EndsWith(",false,nan,none,reproduced,none,reproduced\n"));
  }
  const RunResults run = drawn_run(-0.04, 100);
  CHECK(verdict_text(judge(run, R"({"value": "co_perceptron", "between": [0.3, 0.6]})")) ==
        "reproduced (no corrected test)");
}

TEST_CASE(
    "a significant difference refutes its absence as published only, where its correction does not",
    "[claims][corrected]") {
  const ClaimVerdict found =
      judge(drawn_run(-0.04, 100), R"({"no_difference": ["co_perceptron", "perceptron"]})");
  CHECK(found.cells[0].p == Approx(2 * p_lower(-0.04, 0)));
  CHECK(found.cells[0].corrected_p == Approx(2 * p_lower(-0.04, 1)));
  CHECK(verdict_text(found) == "refuted as published only");
}

TEST_CASE("equivalence, ratios and growing advantages have corrected p too",
          "[claims][corrected]") {
  const ClaimVerdict within = judge(
      drawn_run(0, 100), R"({"no_difference": ["co_perceptron", "perceptron"], "within": 0.04})");
  CHECK(within.cells[0].p == Approx(p_lower(-0.04, 0)));
  CHECK(within.cells[0].corrected_p == Approx(p_lower(-0.04, 1)));
  CHECK(verdict_text(within) == "reproduced as published only");

  double mean = 0, variance = 0;  // of the logarithms of the ratio
  for (const double offset : kOffsets) mean += std::log((0.46 + offset) / 0.5) / 5;
  for (const double offset : kOffsets)
    variance += std::pow(std::log((0.46 + offset) / 0.5) - mean, 2) / 4;
  const ClaimVerdict ratio =
      judge(drawn_run(-0.04, 100),
            R"({"ratio": ["co_perceptron", "perceptron"], "of": "token_error", "at_most": 1})");
  CHECK(ratio.cells[0].p == Approx(p_lower(mean, 0, variance)));
  CHECK(ratio.cells[0].corrected_p == Approx(p_lower(mean, 1, variance)));

  // 25 unlabeled examples bring an advantage of 0.04 +- offsets; beside it the advantage is the
  // offsets reversed, so that the differences have twice the deviation.
  RunShape shape;
  shape.unlabeled = {0, 25};
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index r) {
    return 0.5 + (k == 0 ? 0 : m == 25 ? -0.08 + kOffsets[r] : -kOffsets[r]);
  });
  run.config["sweep"] = {{"holdout", 50}};
  run.pool = 100;
  const ClaimVerdict grows = judge(
      run,
      R"({"advantage_grows": ["co_perceptron", "perceptron"], "at": {"unlabeled": 25}, "versus": {"unlabeled": 0}})");
  CHECK(grows.cells[0].p == Approx(p_lower(-0.08, 0, 4 * kVariance)));
  CHECK(grows.cells[0].corrected_p == Approx(p_lower(-0.08, 1, 4 * kVariance)));
  CHECK(verdict_text(grows) == "reproduced as published only");
}

TEST_CASE("the steps of a monotone claim are corrected as well as its ends",
          "[claims][corrected]") {
  // The two sizes differ by 0.04 minus the offsets in each repetition.
  RunShape shape;
  shape.unlabeled = {0, 25};
  RunResults run = made_up_run(shape, [](std::size_t, Index, Index m, Index r) {
    return m == 0 ? 0.5 : 0.46 + kOffsets[r];
  });
  run.config["sweep"] = {{"holdout", 50}};
  const auto found = [&](Index pool) {
    run.pool = pool;
    return judge(run, R"({"monotone": "co_perceptron", "direction": "falls", "within": 0.01})");
  };
  CHECK(found(100).cells[0].p == Approx(p_lower(-0.04, 0)));
  CHECK(found(100).cells[0].corrected_p == Approx(p_lower(-0.04, 1)));
  CHECK(verdict_text(found(100)) == "reproduced as published only");
  CHECK(verdict_text(found(5050)) == "reproduced");
}

TEST_CASE("cells are counted by their words, and `allow` holds for both tests",
          "[claims][corrected]") {
  const auto gap = [](Index m) {
    return m == 0 ? -0.3 : -0.04;
  };  // the first survives the correction
  const RunResults run = drawn_run(gap, 100, {0, 25});
  const ClaimVerdict strict = judge(run, kLess);
  CHECK(strict.cells[0].corrected == Verdict::kReproduced);
  CHECK(strict.cells[1].corrected == Verdict::kUndecided);
  CHECK(strict.cell_words().text() == "1 reproduced, 0 refuted, 1 as published only, 0 undecided");
  CHECK(verdict_text(strict) == "reproduced as published only");
  const ClaimVerdict lenient =
      judge(run, R"({"less": ["co_perceptron", "perceptron"], "allow": 1})");
  CHECK(verdict_text(lenient) == "reproduced");
}

TEST_CASE("table, CSV and report give both p and the word", "[claims][corrected]") {
  RunResults run = drawn_run(-0.04, 100);
  run.claims = Json::array({Json::parse(kLess)});
  const std::vector<JudgedRun> runs = judged(std::vector<RunResults>{run});
  const std::string table = claims_table(runs, 200);
  INFO(table);
  CHECK(table.find("claims: 0 reproduced, 0 refuted, 1 as published only, 0 undecided\n") == 0);
  CHECK(table.find("p = 0.0024, corrected p = 0.041") != std::string::npos);
  CHECK_THAT(
      claims_csv(runs),
      Catch::EndsWith(
          ",undecided,reproduced as published only,undecided,reproduced as published only\n"));
  const std::string report = claims_content(runs[0].verdicts);
  CHECK(report.find("<p>0 reproduced, 0 refuted, 1 as published only, 0 undecided.</p>") == 0);
  for (const char* part : {"corrected p", "by the corrected test", "? reproduced as published only",
                           "<details class=\"claim undecided\">", "0.041"}) {
    INFO(part);
    CHECK(report.find(part) != std::string::npos);
  }
}

TEST_CASE("a word other than the published verdict needs a corrected verdict that differs",
          "[claims][corrected]") {
  const auto all = {Verdict::kReproduced, Verdict::kRefuted, Verdict::kUndecided};
  for (const Verdict published : all) {
    CHECK(verdict_word(published, std::nullopt) == verdict_name(published));
    for (const Verdict corrected : all) {
      const bool only = published != corrected && published != Verdict::kUndecided;
      CHECK(verdict_word(published, corrected) ==
            verdict_name(published) + (only ? " as published only" : ""));
    }
  }
}

}  // namespace costruct::experiments
