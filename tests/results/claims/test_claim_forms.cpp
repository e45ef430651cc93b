// Verdicts of each form of claim on runs whose outcome is known, and what the checks say of a bad
// one.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/results/claims/claim_form.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/claims_table.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/statistics.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;
using test::Value;

/// -1, 0 or 1, mean zero over three repetitions, another order for each `kind`.
double wave(Index repetition, Index kind = 0) {
  return static_cast<double>((repetition * (kind % 2 + 1) + kind) % 3 - 1);
}

RunShape shape_of(std::vector<Index> unlabeled, Index repetitions = 12) {
  RunShape shape;
  shape.unlabeled = std::move(unlabeled);
  shape.repetitions = repetitions;
  return shape;
}

ClaimVerdict judge(RunResults results, const std::string& claim) {
  ConfigErrors errors;
  results.claims = Json::array({Json::parse(claim)});
  std::vector<Sizes> sizes;
  for (const CellResult& cell : results.cells) sizes.push_back({cell.labeled, cell.unlabeled});
  check_claims(results.claims, {results.learners, results.metrics, "sequence", sizes}, "claims",
               errors);
  for (const std::string& message : errors.messages()) FAIL(message);
  return judge_claims(results).front();
}

Verdict verdict(const RunResults& results, const std::string& claim) {
  return judge(results, claim).verdict;
}

std::vector<std::string> complaints(const std::string& claim,
                                    std::vector<Sizes> sizes = {{5, 0}, {5, 25}}) {
  ConfigErrors errors;
  check_claims(Json::array({Json::parse(claim)}),
               {{"perceptron", "co_perceptron"}, {"token_error"}, "sequence", sizes}, "claims",
               errors);
  return errors.messages();
}

std::string complaint(const std::string& claim) {
  const auto all = complaints(claim);
  REQUIRE(all.size() == 1);
  return all.front();
}

/// A difference of `gap` between the learners, with a spread of `spread` in the differences.
RunResults gap_run(double gap, double spread, Index repetitions = 12) {
  return made_up_run(shape_of({0}, repetitions), [=](std::size_t k, Index, Index, Index r) {
    return 0.25 + 0.001 * wave(r) + (k == 1 ? gap + spread * wave(r, 1) : 0);
  });
}

/// One learner whose error at each unlabeled size is given.
RunResults curve_run(const std::vector<double>& means, double spread) {
  std::vector<Index> sizes;
  for (std::size_t i = 0; i < means.size(); ++i) sizes.push_back(static_cast<Index>(25 * i));
  return made_up_run(shape_of(sizes), [=](std::size_t, Index, Index m, Index r) {
    return means[static_cast<std::size_t>(m / 25)] + spread * wave(r, m / 25);
  });
}

}  // namespace

TEST_CASE("a claim can choose its test", "[claims]") {
  RunResults run = gap_run(-0.1, 0.01);
  run.config["sweep"]["holdout"] = 5;
  std::vector<double> a, b;
  for (Index r = 0; r < 12; ++r) {
    a.push_back(0.25 + 0.001 * wave(r) - 0.1 + 0.01 * wave(r, 1));
    b.push_back(0.25 + 0.001 * wave(r));
  }
  for (const std::string& name : paired_test_names()) {
    const ClaimVerdict claim =
        judge(run, R"({"less": ["co_perceptron", "perceptron"], "test": ")" + name + "\"}");
    CHECK(claim.verdict == Verdict::kReproduced);
    CHECK(claim.test == name);
    CHECK(claim.cells[0].p == Approx(paired_test(*find_paired_test(name), a, b, 0, 1.0)->p_less));
  }
  run.config["sweep"].erase("holdout");
  const ClaimVerdict unknown =
      judge(run, R"({"less": ["co_perceptron", "perceptron"], "test": "corrected_resampled_t"})");
  CHECK(unknown.verdict == Verdict::kUndecided);
  CHECK(unknown.cells[0].note == "how much the draws overlap is not known");
}

TEST_CASE("an undecided comparison says how much its test could have seen", "[claims]") {
  const RunResults run = gap_run(-0.001, 0.02);
  const ClaimVerdict point = judge(run, R"({"less": ["co_perceptron", "perceptron"]})");
  CHECK(point.verdict == Verdict::kUndecided);
  CHECK(point.effect == 0.01);
  const ClaimCell& cell = point.cells[0];
  CHECK(cell.power == t_test_power(0.01, cell.standard_error, 12, 0.01, Sides::kOne));
  CHECK((cell.power > 0.01 && cell.power < 1));
  const ClaimVerdict published =
      judge(run, R"({"less": ["co_perceptron", "perceptron"], "effect": 0.04})");
  CHECK(published.cells[0].power > cell.power);
  // A second is no percentage point: without an effect there is no power.
  CHECK(std::isnan(
      judge(run, R"({"less": ["co_perceptron", "perceptron"], "metric": "train_seconds"})")
          .effect));
}

TEST_CASE("no difference needs a test that would have seen one", "[claims]") {
  const char* claim = R"({"no_difference": ["co_perceptron", "perceptron"]})";
  CHECK(verdict(gap_run(0.0001, 0.001), claim) == Verdict::kReproduced);
  CHECK(verdict(gap_run(0.05, 0.01), claim) == Verdict::kRefuted);
  const ClaimVerdict blind = judge(gap_run(0.0001, 0.05), claim);
  CHECK(blind.verdict == Verdict::kUndecided);
  CHECK(blind.cells[0].power < 0.8);
  CHECK(blind.cells[0].note == "not significant, but power below 0.8");
  CHECK(verdict(gap_run(0.0001, 0.05),
                R"({"no_difference": ["co_perceptron", "perceptron"], "effect": 0.5})") ==
        Verdict::kReproduced);
  CHECK(verdict(gap_run(0, 0), claim) == Verdict::kReproduced);  // learners that agree everywhere
  CHECK(judge(gap_run(0, 0.001),
              R"({"no_difference": ["co_perceptron", "perceptron"], "metric": "oracle_calls"})")
            .cells[0]
            .note == "not significant; no effect is given, so the power is not known");
}

TEST_CASE("within a margin, no difference is shown by two one-sided tests", "[claims]") {
  const char* claim = R"({"no_difference": ["co_perceptron", "perceptron"], "within": 0.02})";
  CHECK(verdict(gap_run(0.01, 0.005), claim) == Verdict::kReproduced);  // significant, but small
  CHECK(verdict(gap_run(0.05, 0.005), claim) == Verdict::kRefuted);
  CHECK(verdict(gap_run(-0.05, 0.005), claim) == Verdict::kRefuted);
  CHECK(verdict(gap_run(0.019, 0.01), claim) == Verdict::kUndecided);
  CHECK(verdict(gap_run(0, 0.1), claim) == Verdict::kUndecided);
  // The test and its interval are two views of one thing.
  for (const double gap : {-0.03, -0.015, 0.0, 0.01, 0.014, 0.017, 0.02, 0.04}) {
    const ClaimVerdict found = judge(gap_run(gap, 0.008), claim);
    const ClaimCell& cell = found.cells[0];
    CHECK(found.confidence == Approx(0.98));
    CHECK((found.verdict == Verdict::kReproduced) == (-0.02 < cell.low && cell.high < 0.02));
  }
}

TEST_CASE("a ratio is tested on logarithms", "[claims]") {
  const auto slower = [](double factor) {
    return made_up_run(
        shape_of({0}), [](std::size_t, Index, Index, Index) { return 0.0; },
        [=](std::size_t k, Index, Index, Index r) {
          return (2 + wave(r)) * (k == 1 ? factor * std::exp(0.1 * wave(r, 1)) : 1.0);
        });
  };
  const char* twice =
      R"({"ratio": ["co_perceptron", "perceptron"], "of": "train_seconds", "at_least": 2})";
  const ClaimVerdict found = judge(slower(3), twice);
  CHECK(found.verdict == Verdict::kReproduced);
  CHECK(found.cells[0].difference == Approx(3));
  CHECK((found.cells[0].low > 2.5 && found.cells[0].low < 3 && found.cells[0].high > 3));
  CHECK(verdict(slower(1.5), twice) == Verdict::kRefuted);
  CHECK(verdict(slower(2.01), twice) == Verdict::kUndecided);
  CHECK(verdict(slower(3), R"({"ratio": ["co_perceptron", "perceptron"], "at_most": 2})") ==
        Verdict::kRefuted);
  CHECK(verdict(slower(1.5), R"({"ratio": ["co_perceptron", "perceptron"], "at_most": 2})") ==
        Verdict::kReproduced);
  // The inverse ratio is the same claim.
  CHECK(judge(slower(3), R"({"ratio": ["perceptron", "co_perceptron"], "at_most": 0.5})")
            .cells[0]
            .p == Approx(found.cells[0].p));
  RunResults run = slower(3);
  run.cells[0].train_seconds = 0;
  CHECK((judge(run, twice).cells[0].count == 11 && judge(run, twice).cells[0].left_out == 1));
  for (CellResult& cell : run.cells) cell.train_seconds = 0;
  CHECK(judge(run, twice).cells[0].note == "no pair of finished repetitions");
}

TEST_CASE("a curve that falls at every step is monotone", "[claims]") {
  const char* falls =
      R"({"monotone": "co_perceptron", "direction": "falls", "at": {"labeled": 5}})";
  const char* rises = R"({"monotone": "co_perceptron", "direction": "rises"})";
  const RunResults steep = curve_run({0.5, 0.45, 0.4, 0.35}, 0.002);
  const ClaimVerdict found = judge(steep, falls);
  CHECK(found.verdict == Verdict::kReproduced);
  REQUIRE(found.cells.size() == 1);
  CHECK(found.cells[0].where == "5 labeled, 0 to 75 unlabeled");
  CHECK(found.cells[0].difference == Approx(0.15));
  CHECK(found.cells[0].count == 12);
  CHECK(verdict(steep, rises) == Verdict::kRefuted);
  CHECK(verdict(curve_run({0.35, 0.4, 0.45, 0.5}, 0.002), rises) == Verdict::kReproduced);
  CHECK(verdict(curve_run({0.35, 0.4, 0.45, 0.5}, 0.002), falls) == Verdict::kRefuted);
}

TEST_CASE("a curve that turns back significantly is not monotone, even if its end is lower",
          "[claims]") {
  const char* falls = R"({"monotone": "co_perceptron"})";
  const ClaimVerdict found = judge(curve_run({0.5, 0.4, 0.45, 0.35}, 0.002), falls);
  CHECK(found.verdict == Verdict::kRefuted);
  CHECK(found.cells[0].note.find("rises from 25 to 50 unlabeled (p = ") == 0);
  CHECK(found.cells[0].p < 0.01);  // the ends alone would have reproduced it
}

TEST_CASE("a flat tail stays monotone while no step can turn back by the margin", "[claims]") {
  const RunResults saturated = curve_run({0.5, 0.45, 0.4501, 0.45}, 0.002);
  CHECK(verdict(saturated, R"({"monotone": "co_perceptron"})") == Verdict::kReproduced);
  const ClaimVerdict strict =
      judge(saturated, R"({"monotone": "co_perceptron", "within": 0.0005})");
  CHECK(strict.verdict == Verdict::kUndecided);
  CHECK(strict.cells[0].note.find("from 25 to 50 unlabeled it may turn back by 0.0005 or more") ==
        0);
  const ClaimVerdict flat =
      judge(curve_run({0.45, 0.45, 0.45}, 0.002), R"({"monotone": "co_perceptron"})");
  CHECK(flat.verdict == Verdict::kUndecided);
  CHECK(flat.cells[0].note == "0 and 50 unlabeled do not differ significantly");
  CHECK(flat.cells[0].power > 0.99);
  CHECK(verdict(curve_run({0.5, 0.45, 0.46, 0.4}, 0.05), R"({"monotone": "co_perceptron"})") ==
        Verdict::kUndecided);
}

TEST_CASE("a monotone claim can run along the labeled size, and with one repetition is open",
          "[claims]") {
  RunShape shape;
  shape.labeled = {5, 10, 20};
  shape.repetitions = 7;
  const Value value = [](std::size_t, Index n, Index, Index r) {
    return 1 / static_cast<double>(n) + 0.001 * wave(r, n % 2);
  };
  const char* claim = R"({"monotone": "perceptron", "along": "labeled"})";
  CHECK(judge(made_up_run(shape, value), claim).cells[0].where == "5 to 20 labeled, 0 unlabeled");
  CHECK(verdict(made_up_run(shape, value), claim) == Verdict::kReproduced);
  shape.repetitions = 1;
  const ClaimVerdict once = judge(made_up_run(shape, value), claim);
  CHECK(
      (once.verdict == Verdict::kUndecided && once.cells[0].note == "one draw: a test needs two"));
}

TEST_CASE("linear, quadratic and cubic are exponents nearest to 1, 2 and 3", "[claims]") {
  const auto power = [](double exponent, Index repetitions) {
    return made_up_run(
        shape_of({10, 20, 40, 80}, repetitions),
        [](std::size_t, Index, Index, Index) { return 0.0; },
        [=](std::size_t, Index, Index m, Index r) {
          return std::pow(static_cast<double>(m), exponent + 0.01 * wave(r)) *
                 (1 + 0.001 * wave(r, m));
        });
  };
  const std::vector<std::string> words = {"linear", "quadratic", "cubic"};
  for (std::size_t truth = 0; truth < 3; ++truth) {
    for (std::size_t word = 0; word < 3; ++word) {
      const std::string claim = R"({"growth": "perceptron", "between": ")" + words[word] + "\"}";
      const auto expected = truth == word ? Verdict::kReproduced : Verdict::kRefuted;
      CHECK(verdict(power(static_cast<double>(truth) + 1.2, 5), claim) == expected);
    }
  }
  CHECK(verdict(power(1.5, 5), R"({"growth": "perceptron", "between": "linear"})") ==
        Verdict::kUndecided);
  const ClaimVerdict once =
      judge(power(2, 1), R"({"growth": "perceptron", "between": "quadratic"})");
  CHECK(once.cells[0].note == "one repetition: interval of the fit");
  CHECK(once.verdict == Verdict::kReproduced);
}

TEST_CASE("a value is judged by the interval of its mean", "[claims]") {
  const RunResults run = gap_run(0.05, 0.01);
  const ClaimVerdict inside = judge(run, R"({"value": "co_perceptron", "between": [0.28, 0.32]})");
  CHECK(inside.verdict == Verdict::kReproduced);
  CHECK(inside.cells[0].first == Approx(0.3));
  std::vector<double> values;
  for (Index r = 0; r < 12; ++r) values.push_back(0.3 + 0.001 * wave(r) + 0.01 * wave(r, 1));
  CHECK(inside.cells[0].low == Approx(confidence_interval(mean_and_error(values), 0.99)->low));
  CHECK(verdict(run, R"({"value": "co_perceptron", "between": [0.32, 0.4]})") == Verdict::kRefuted);
  CHECK(verdict(run, R"({"value": "co_perceptron", "between": [0.3, 0.4]})") ==
        Verdict::kUndecided);
  CHECK(judge(gap_run(0, 0, 1), R"({"value": "perceptron", "between": [0, 1]})").cells[0].note ==
        "one repetition: no interval");
  CHECK(verdict(gap_run(0, 0.001),
                R"({"value": "perceptron", "metric": "oracle_calls", "between": [99, 101]})") ==
        Verdict::kReproduced);
}

TEST_CASE(
    "intervals of cells stay within what the metric can have, and verdicts do not see the cut",
    "[claims]") {
  RunShape shape = shape_of({0, 25}, 3);
  shape.metrics = {"token_error", "unknown"};
  const RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index r) {
    return (r == 2) == (k == (m > 0 ? 0 : 1)) ? 1.0 : 0.0;  // differences -1, -1, 1 or 1, 1, -1
  });
  const auto cell = [&](const std::string& claim) { return judge(run, claim).cells.at(0); };
  const auto is = [](const ClaimCell& found, double low, double high) {
    INFO(found.low << " to " << found.high);
    CHECK((found.low == low && found.high == high));
  };
  const std::string of_both = R"(["co_perceptron", "perceptron"], "at": {"unlabeled": 0}})";
  for (const char* form : {"less", "greater", "no_difference"})
    is(cell(fmt::format(R"({{"{}": {})", form, of_both)), -1, 1);
  is(cell(R"({"monotone": "perceptron"})"), -1, 1);
  is(cell(R"({"advantage_grows": ["co_perceptron", "perceptron"], "at": {"unlabeled": 25},
              "versus": {"unlabeled": 0}})"),
     -2, 2);
  const ClaimCell value =
      cell(R"({"value": "perceptron", "between": [0, 1], "at": {"unlabeled": 0}})");
  is(value, 0, 1);
  CHECK(value.verdict == Verdict::kUndecided);  // as computed the interval leaves both ends
  const ClaimCell unknown =
      cell(R"({"value": "perceptron", "metric": "unknown", "between": [0, 1]})");
  CHECK((unknown.low < 0 && unknown.high > 1));
  const std::vector<JudgedRun> shown = {
      {"run", {judge(run, fmt::format(R"({{"less": {})", of_both))}}};
  CHECK(claims_table(shown).find("[-1, 1]") != std::string::npos);
  CHECK(claims_csv(shown).find(",-1,1,0.95,") != std::string::npos);
}

TEST_CASE(
    "numbers of constraints are judged where a learner has them, and have no effect of their own",
    "[claims]") {
  RunShape shape = shape_of({0});
  shape.metrics = {"token_error", "constraints_added"};
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index, Index r) {
    return 2600 + 100 * static_cast<double>(k) + 5 * wave(r);
  });
  const auto between = [&](const char* bounds) {
    return judge(run,
                 fmt::format(
                     R"({{"value": "perceptron", "metric": "constraints_added", "between": {}}})",
                     bounds))
        .verdict;
  };
  CHECK(between("[2500, 2650]") == Verdict::kReproduced);
  CHECK(between("[2650, 2700]") == Verdict::kRefuted);
  const char* less = R"({"less": ["perceptron", "co_perceptron"], "metric": "constraints_added"})";
  CHECK(verdict(run, less) == Verdict::kReproduced);
  CHECK(std::isnan(judge(run, less).effect));
  for (CellResult& cell : run.cells) cell.metrics.erase("constraints_added");
  CHECK(verdict(run, less) == Verdict::kUndecided);
  CHECK(between("[2500, 2650]") == Verdict::kUndecided);
}

TEST_CASE("an advantage grows where the difference of differences says so", "[claims]") {
  const auto run = [](double small, double large, const std::string& metric) {
    RunShape shape = shape_of({0, 400});
    shape.metrics = {metric};
    const double sign = metric == "accuracy" ? -1 : 1;
    return made_up_run(shape, [=](std::size_t k, Index, Index m, Index r) {
      const double advantage = k == 1 ? (m == 0 ? small : large) + 0.01 * wave(r, m) : 0;
      return 0.5 + 0.05 * wave(r, m + 1) - sign * advantage;
    });
  };
  const char* claim =
      R"({"advantage_grows": ["co_perceptron", "perceptron"], "versus": {"unlabeled": 0}})";
  for (const std::string metric : {"token_error", "accuracy"}) {
    const ClaimVerdict grows = judge(run(0.02, 0.1, metric), claim);
    CHECK(grows.verdict == Verdict::kReproduced);
    REQUIRE(grows.cells.size() == 1);  // not 0 against 0
    CHECK(grows.cells[0].first == Approx(0.1));
    CHECK(grows.cells[0].second == Approx(0.02));
    CHECK(grows.cells[0].count == 12);
    CHECK(verdict(run(0.1, 0.02, metric), claim) == Verdict::kRefuted);
    CHECK(verdict(run(0.05, 0.05, metric), claim) == Verdict::kUndecided);
    CHECK(verdict(run(0.02, 0.1, metric), R"({"advantage_grows": ["co_perceptron", "perceptron"],
          "versus": {"unlabeled": 0}, "by": 0.2})") == Verdict::kRefuted);
  }
  RunResults broken = run(0.02, 0.1, "token_error");
  broken.cells[3].error = "killed";
  broken.cells[20].split_hash = "another";
  const ClaimCell cell = judge(broken, claim).cells[0];
  CHECK((cell.count == 10 && cell.left_out == 2));
}

TEST_CASE("no form decides anything on results that are not there", "[claims]") {
  RunResults run = gap_run(0.1, 0.01);
  for (CellResult& cell : run.cells) {
    cell.metrics["token_error"] = std::nan("");
    cell.train_seconds = std::numeric_limits<double>::infinity();
  }
  run.cells.push_back(run.cells.front());
  run.cells.back().unlabeled = 25;
  for (const std::string claim :
       {R"({"less": ["co_perceptron", "perceptron"]})",
        R"({"no_difference": ["co_perceptron", "perceptron"]})",
        R"({"no_difference": ["co_perceptron", "perceptron"], "within": 0.1})",
        R"({"ratio": ["co_perceptron", "perceptron"], "at_least": 1})",
        R"({"monotone": "perceptron"})",
        R"({"growth": "perceptron", "along": "unlabeled", "between": "linear"})",
        R"({"value": "perceptron", "between": [0, 1]})",
        R"({"advantage_grows": ["co_perceptron", "perceptron"], "versus": {"unlabeled": 0}})"}) {
    INFO(claim);
    run.claims = Json::array({Json::parse(claim)});
    const ClaimVerdict found = judge_claims(run).front();
    CHECK(found.verdict == Verdict::kUndecided);
    CHECK(found.reproduced + found.refuted == 0);
  }
}

TEST_CASE("an exploratory run decides no claim, and says so", "[claims]") {
  RunResults run = gap_run(-0.1, 0.01);
  CHECK_FALSE(judge(run, R"({"less": ["co_perceptron", "perceptron"]})").exploratory);
  run.config["exploratory"] = true;
  const ClaimVerdict found = judge(run, R"({"less": ["co_perceptron", "perceptron"]})");
  CHECK(found.exploratory);
  CHECK(verdict_text(found) == "reproduced (exploratory: decides no claim; no corrected test)");
}

TEST_CASE("two repetitions that agree decide nothing", "[claims]") {
  const auto constant = [](Index repetitions) {
    RunShape shape = shape_of({10, 20, 40}, repetitions);
    return made_up_run(
        shape,
        [](std::size_t k, Index, Index m, Index) { return (k == 1 ? 0.25 : 0.5) - 0.001 * m; },
        [](std::size_t k, Index, Index m, Index) {
          return (k + 1.0) * static_cast<double>(m * m);
        });
  };
  const std::vector<std::string> claims = {
      R"({"less": ["co_perceptron", "perceptron"]})",
      R"({"no_difference": ["co_perceptron", "perceptron"], "within": 0.5})",
      R"({"no_difference": ["co_perceptron", "perceptron"], "metric": "oracle_calls", "effect": 1})",
      R"({"no_difference": ["co_perceptron", "perceptron"], "metric": "oracle_calls", "within": 1})",
      R"({"ratio": ["co_perceptron", "perceptron"], "at_least": 1.5})",
      R"({"monotone": "co_perceptron"})",
      R"({"growth": "perceptron", "between": "quadratic"})",
      R"({"value": "perceptron", "between": [0, 1]})"};
  for (const std::string& claim : claims) {
    INFO(claim);
    const ClaimVerdict few = judge(constant(2), claim), enough = judge(constant(7), claim);
    CHECK(few.verdict == Verdict::kUndecided);
    CHECK(enough.verdict == Verdict::kReproduced);  // 2^-7 < 0.01
    for (const ClaimCell& cell : few.cells) CHECK(std::isnan(cell.power));
    if (few.form != "monotone") CHECK(few.cells[0].note == "no spread in 2 repetitions");
  }
  // Neither do points that lie on a line.
  CHECK(verdict(constant(1), R"({"growth": "perceptron", "between": "quadratic"})") ==
        Verdict::kUndecided);
  // Seven equal differences: too few for two sides, but no absence either.
  CHECK(verdict(gap_run(0.05, 0, 7), R"({"no_difference": ["co_perceptron", "perceptron"]})") ==
        Verdict::kUndecided);
}

TEST_CASE("equivalence shows the statistic of its p and no power of another test", "[claims]") {
  for (const double gap : {-0.01, 0.01}) {
    const ClaimVerdict found =
        judge(gap_run(gap, 0.005),
              R"({"no_difference": ["co_perceptron", "perceptron"], "within": 0.02})");
    const ClaimCell& cell = found.cells[0];
    CHECK(std::isnan(found.effect));
    CHECK(std::isnan(cell.power));
    // The side that is nearer to its margin has the larger p: t = (|gap| - within) / error there.
    const double nearer = (std::abs(cell.difference) - 0.02) / cell.standard_error;
    CHECK(std::abs(cell.statistic) == Approx(std::abs(nearer)));
    CHECK((cell.statistic < 0) == (gap > 0));
  }
}

TEST_CASE("a monotone claim on costs needs a margin of its own", "[claims]") {
  CHECK(complaint(R"({"monotone": "perceptron", "metric": "train_seconds"})") ==
        "claims.0: monotone in train_seconds needs within");
  CHECK(complaints(R"({"monotone": "perceptron", "metric": "train_seconds", "within": 0.5})")
            .empty());
  CHECK(complaints(R"({"monotone": "perceptron", "metric": "train_seconds", "effect": 0.5})")
            .empty());
  CHECK(complaints(R"({"monotone": "perceptron", "metric": "disagreement"})").empty());
  RunResults unchecked = gap_run(0, 0.01);
  for (CellResult cell : std::vector<CellResult>(unchecked.cells)) {
    cell.unlabeled = 25;
    unchecked.cells.push_back(cell);
  }
  unchecked.claims = Json::array({{{"monotone", "perceptron"}, {"metric", "train_seconds"}}});
  const ClaimVerdict open = judge_claims(unchecked).front();
  REQUIRE(open.cells.size() == 1);
  CHECK(open.cells[0].note == "no margin: monotone in train_seconds needs within");
}

TEST_CASE("what a form cannot do without is asked for", "[claims]") {
  CHECK(complaint(R"({"ratio": ["perceptron", "co_perceptron"]})") ==
        "claims.0: must have either at_least or at_most");
  CHECK(complaint(R"({"ratio": ["perceptron", "co_perceptron"], "at_least": 1, "at_most": 2})") ==
        "claims.0: must have either at_least or at_most");
  CHECK(complaint(R"({"ratio": ["perceptron", "co_perceptron"], "at_least": 0})") ==
        "claims.0.at_least = 0: must be > 0");
  CHECK(complaint(
            R"({"ratio": ["perceptron", "co_perceptron"], "of": "train_second", "at_least": 1})") ==
        "claims.0.of = \"train_second\": did you mean train_seconds?");
  CHECK(complaint(R"({"value": "perceptron"})") ==
        "claims.0.between is missing: bounds of the mean, as [0.05, 0.06]");
  CHECK(
      complaint(R"({"advantage_grows": ["perceptron", "co_perceptron"]})") ==
      "claims.0.versus is missing: sizes at which the advantage is smaller, paired by repetition");
  CHECK(complaint(
            R"({"advantage_grows": ["perceptron", "perceptron"], "versus": {"unlabeled": 0}})") ==
        "claims.0: compares perceptron with itself: name another learner");
  CHECK(complaint(R"({"monotone": "perceptrn"})") ==
        "claims.0.monotone = \"perceptrn\": did you mean perceptron?");
  CHECK(complaint(R"({"monotone": "perceptron", "along": "labeled"})") ==
        "claims.0: needs at least two cells of the sweep with different labeled sizes");
  CHECK(complaint(R"({"growth": "perceptron", "between": "cubik"})") ==
        "claims.0.between = \"cubik\": did you mean cubic?");
  CHECK(complaint(R"({"no_difference": ["perceptron", "co_perceptron"], "within": -1})") ==
        "claims.0.within = -1: must be > 0");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "test": "wilcoxn"})")
            .find("wilcoxon") != std::string::npos);
  CHECK(complaint(R"({"advantage_grows": ["perceptron", "co_perceptron"], "at": {"unlabeled": 0},
      "versus": {"unlabeled": 0}})") ==
        "claims.0: versus names the only cell that fits: name other sizes under at or versus");
}

TEST_CASE("while the sizes of a sweep are not known, claims about sizes pass", "[claims]") {
  for (const std::string claim :
       {R"({"less": ["perceptron", "co_perceptron"], "at": {"labeled": 7, "pairs": [[1, 2]]}})",
        R"({"monotone": "perceptron"})", R"({"growth": "perceptron", "between": [1, 2]})",
        R"({"value": "perceptron", "between": [0, 1], "at": {"unlabeled": 99}})",
        R"({"advantage_grows": ["perceptron", "co_perceptron"], "versus": {"labeled": 3}})"}) {
    CHECK(complaints(claim, {}).empty());
  }
  CHECK(complaints(R"({"less": ["perceptron", "perceptron"]})", {}).size() == 1);
}

}  // namespace costruct::experiments
