// Claims: what a config may say, and verdicts on runs whose outcome is known.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/results/claims/claim_form.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;

/// Small numbers that differ from repetition to repetition.
double jitter(Index repetition) {
  return 0.001 * static_cast<double>((repetition * 7) % 5);
}

ClaimScope scope() {
  return {{"perceptron", "co_perceptron"},
          {"token_error", "accuracy"},
          "sequence",
          {{5, 0}, {5, 25}, {10, 0}, {10, 25}}};
}

std::vector<std::string> complaints(const char* claims) {
  ConfigErrors errors;
  check_claims(Json::parse(claims), scope(), "claims", errors);
  return errors.messages();
}

std::string complaint(const std::string& claim) {
  const auto all = complaints(("[" + claim + "]").c_str());
  REQUIRE(all.size() == 1);
  return all.front();
}

ClaimVerdict judge(RunResults results, const char* claim) {
  results.claims = Json::array({Json::parse(claim)});
  return judge_claims(results).front();
}

constexpr const char* kCoIsLess =
    R"({"less": ["co_perceptron", "perceptron"], "metric": "token_error"})";

}  // namespace

TEST_CASE("well-formed claims raise no error", "[claims]") {
  CHECK(complaints(R"([
    {"less": ["co_perceptron", "perceptron"], "metric": "token_error", "at": {"labeled": 10}, "test": "paired_t",
     "alpha": 0.01, "allow": 1, "by": 0.1, "source": "Fig. 5.1", "text": "it helps"},
    {"greater": ["co_perceptron", "perceptron"], "metric": "train_seconds", "at": {"pairs": [[5, 25], [10, 0]]}},
    {"less": ["co_perceptron", "co_perceptron"], "at": {"labeled": [5, 10], "unlabeled": 25}, "versus": {"unlabeled": 0}},
    {"growth": "co_perceptron", "of": "train_seconds", "along": "labeled", "between": [1, 2]}])")
            .empty());
  CHECK(complaints("[]").empty());
}

TEST_CASE("a claim can name the pairs of sizes it holds for", "[claims]") {
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "at": {"pairs": [[5, 24]]}})") ==
        "claims.0.at.pairs: the sweep has no cell with 5 labeled, 24 unlabeled");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "at": {"pairs": [5, 25]}})") ==
        "claims.0.at.pairs.0 = 5: must be a pair of integers >= 0");
  const Claim claim =
      read_claim(Json::parse(R"({"less": ["a", "b"], "at": {"pairs": [[5, 25], [10, 0]]}})"),
                 "token_error", "sequence");
  const auto cells = compared_cells(claim, {{5, 0}, {5, 25}, {10, 0}, {10, 25}});
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].first == Sizes{5, 25});
  CHECK(cells[1].first == Sizes{10, 0});
}

TEST_CASE("a bad claim is one clear error", "[claims]") {
  CHECK(complaint("3") == "claims.0 = 3: must be an object");
  CHECK(complaint("{}") ==
        "claims.0: must have one of less, greater, no_difference, ratio, "
        "monotone, growth, value or advantage_grows");
  CHECK(complaint(R"({"les": ["perceptron", "co_perceptron"]})") ==
        "unknown key claims.0.les: did you mean less?");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "growth": "perceptron"})") ==
        "claims.0: must have only one of less, greater, no_difference, ratio, "
        "monotone, growth, value or advantage_grows");
  CHECK(complaint(R"({"less": ["perceptron"]})") ==
        "claims.0.less = [\"perceptron\"]: must be a list of two learners");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptrn"]})") ==
        "claims.0.less.1 = \"co_perceptrn\": did you mean co_perceptron?");
  CHECK(complaint(R"({"less": ["perceptron", "perceptron"]})") ==
        "claims.0: compares perceptron with itself: name another learner, or versus");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "metric": "token_eror"})") ==
        "claims.0.metric = \"token_eror\": did you mean token_error?");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "alpha": 0})") ==
        "claims.0.alpha = 0: must be > 0 and <= 0.5");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "alfa": 0.1})") ==
        "unknown key claims.0.alfa: did you mean alpha?");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "at": {"labeled": 7}})") ==
        "claims.0.at.labeled = 7: the sweep has 5 or 10");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "at": {"labelled": 5}})") ==
        "unknown key claims.0.at.labelled: did you mean labeled?");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "at": 5})") ==
        "claims.0.at = 5: must be an object with labeled, unlabeled or both");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "at": {"labeled": []}})") ==
        "claims.0.at.labeled = []: must be an integer >= 0 or a list of them, and must "
        "have at least 1 item");
  CHECK(complaint(R"({"less": ["perceptron", "co_perceptron"], "versus": {"unlabeled": [0]}})") ==
        "claims.0.versus.unlabeled = [0]: must be an integer >= 0");
  CHECK(complaint(R"({"growth": "perceptron"})") ==
        "claims.0.between is missing: bounds of the exponent; linear is 0.5 to 1.5, quadratic to "
        "2.5, cubic to 3.5; zero sizes are left out");
  CHECK(complaint(R"({"growth": "perceptron", "between": [2, 1]})") ==
        "claims.0.between = [2,1]: must be numbers in ascending order");
  CHECK(complaint(R"({"growth": "perceptron", "between": [1, 2]})") ==
        "claims.0: needs at least two cells of the sweep with different unlabeled sizes > 0");
  CHECK(complaints(R"({"less": 1})").front() == "claims = {\"less\":1}: must be a list of claims");
}

TEST_CASE("all errors of all claims are reported at once", "[claims]") {
  CHECK(complaints(
            R"([{"less": ["x", "y"], "alpha": 2, "source": 3}, {"growth": 1, "between": [0, 1]}])")
            .size() == 5);
}

TEST_CASE("hostile numbers in a claim are errors, not crashes", "[claims]") {
  CHECK(complaints(R"([{"less": ["perceptron", "co_perceptron"], "at": {"labeled": 1e300}}])")
            .size() == 1);
  CHECK(
      complaints(
          R"([{"less": ["perceptron", "co_perceptron"], "at": {"labeled": 18446744073709551615}}])")
          .size() == 1);
  CHECK(complaints(R"([{"less": ["perceptron", "co_perceptron"], "allow": -1}])").size() == 1);
}

TEST_CASE("a clear difference reproduces a claim and refutes its opposite", "[claims]") {
  const RunResults run = made_up_run({}, [](std::size_t k, Index, Index, Index r) {
    return (k == 1 ? 0.2 : 0.3) + (k + 1) * jitter(r);
  });
  const ClaimVerdict less = judge(run, kCoIsLess);
  CHECK(less.verdict == Verdict::kReproduced);
  REQUIRE(less.cells.size() == 1);
  const ClaimCell& cell = less.cells.front();
  CHECK(cell.count == 5);
  CHECK(cell.difference == Approx(-0.1 + 0.002));
  std::vector<double> a, b;
  for (Index r = 0; r < 5; ++r) {
    a.push_back(0.2 + 2 * jitter(r));
    b.push_back(0.3 + jitter(r));
  }
  const auto test = paired_t_test(a, b);
  CHECK(cell.statistic == Approx(test->statistic));
  CHECK(cell.p == Approx(test->p_less));
  CHECK(judge(run, R"({"greater": ["co_perceptron", "perceptron"]})").verdict == Verdict::kRefuted);
  CHECK(judge(run, R"({"greater": ["perceptron", "co_perceptron"]})").verdict ==
        Verdict::kReproduced);
  // The margin counts: the difference is 0.098.
  CHECK(judge(run, R"({"less": ["co_perceptron", "perceptron"], "by": 0.09})").verdict ==
        Verdict::kReproduced);
  CHECK(judge(run, R"({"less": ["co_perceptron", "perceptron"], "by": 0.11})").verdict ==
        Verdict::kRefuted);
  CHECK(judge(run, R"({"greater": ["perceptron", "co_perceptron"], "by": 0.09})").verdict ==
        Verdict::kReproduced);
  CHECK(judge(run, R"({"greater": ["perceptron", "co_perceptron"], "by": 0.11})").verdict ==
        Verdict::kRefuted);
}

TEST_CASE("no clear difference leaves a claim undecided", "[claims]") {
  const RunResults run = made_up_run({}, [](std::size_t k, Index, Index, Index r) {
    return 0.3 + (k == 1 && r % 2 ? 0.01 : 0.0) - 0.004 * k;
  });
  CHECK(judge(run, kCoIsLess).verdict == Verdict::kUndecided);
  RunShape once;
  once.repetitions = 1;
  const ClaimVerdict one =
      judge(made_up_run(once, [](std::size_t k, Index, Index, Index) { return 0.3 - 0.1 * k; }),
            kCoIsLess);
  CHECK(one.verdict == Verdict::kUndecided);
  CHECK(one.cells.front().note == "one draw: a test needs two");
}

TEST_CASE("failed cells and other splits are left out of the pairs and counted", "[claims]") {
  RunResults run = made_up_run(
      {}, [](std::size_t k, Index, Index, Index r) { return 0.3 - 0.1 * k + jitter(r * (k + 1)); });
  run.cells[0].error = "out of memory";    // perceptron, repetition 0
  run.cells[6].split_hash = "another";     // co_perceptron, repetition 1
  run.cells.erase(run.cells.begin() + 9);  // co_perceptron, repetition 4
  const ClaimCell cell = judge(run, kCoIsLess).cells.front();
  CHECK(cell.count == 2);
  CHECK(cell.left_out == 3);
}

TEST_CASE("a claim is judged in every cell it fits, and may fail in as many as allowed",
          "[claims]") {
  RunShape shape;
  shape.labeled = {5, 10, 20};
  const RunResults run = made_up_run(shape, [](std::size_t k, Index n, Index, Index r) {
    return 0.3 + jitter(r * (k + 1)) + (k == 1 ? (n == 20 ? 0.1 : -0.1) : 0.0);
  });
  const ClaimVerdict all = judge(run, kCoIsLess);
  CHECK(all.cells.size() == 3);
  CHECK(all.reproduced == 2);
  CHECK(all.refuted == 1);
  CHECK(all.verdict == Verdict::kRefuted);
  CHECK(judge(run, R"({"less": ["co_perceptron", "perceptron"], "allow": 1})").verdict ==
        Verdict::kReproduced);
  CHECK(judge(run, R"({"less": ["co_perceptron", "perceptron"], "at": {"labeled": [5, 10]}})")
            .verdict == Verdict::kReproduced);
  CHECK(judge(run, R"({"less": ["co_perceptron", "perceptron"], "at": {"labeled": 20}})").verdict ==
        Verdict::kRefuted);
}

TEST_CASE("versus reads the second learner in another cell, paired by repetition", "[claims]") {
  RunShape shape;
  shape.unlabeled = {0, 25, 400};
  const RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index r) {
    return 0.3 - 0.0001 * k * m + jitter(r * (m + 1));
  });
  const ClaimVerdict verdict = judge(
      run,
      R"({"less": ["co_perceptron", "co_perceptron"], "versus": {"unlabeled": 0}, "alpha": 0.05})");
  REQUIRE(verdict.cells.size() == 2);  // not 0 versus 0
  CHECK(verdict.cells[1].count == 5);
  CHECK(verdict.cells[1].where == "5 labeled, 400 unlabeled versus 5 labeled, 0 unlabeled");
  CHECK(verdict.cells[1].verdict == Verdict::kReproduced);
  CHECK(
      judge(
          run,
          R"({"less": ["perceptron", "perceptron"], "at": {"unlabeled": 400}, "versus": {"unlabeled": 0}})")
          .verdict == Verdict::kUndecided);
}

TEST_CASE("the exponent of a power law decides a growth claim", "[claims]") {
  RunShape shape;
  shape.unlabeled = {0, 10, 20, 40};
  RunResults run = made_up_run(
      shape, [](std::size_t, Index, Index, Index) { return 0.0; },
      [](std::size_t k, Index, Index m, Index r) {
        return (1 + jitter(r)) *
               std::pow(static_cast<double>(m + (m == 0)), (k == 1 ? 1.5 : 3.0) + 0.1 * jitter(r));
      });
  const ClaimVerdict co = judge(run, R"({"growth": "co_perceptron", "between": [1, 2]})");
  CHECK(co.verdict == Verdict::kReproduced);
  REQUIRE(co.cells.size() == 1);
  CHECK(co.cells[0].first == Approx(1.5).margin(0.001));
  CHECK(co.cells[0].count == 5);
  CHECK(co.cells[0].where == "5 labeled, 10 to 40 unlabeled");
  CHECK(judge(run, R"({"growth": "perceptron", "between": [1, 2]})").verdict == Verdict::kRefuted);
  CHECK(judge(run, R"({"growth": "co_perceptron", "between": [1.5, 2]})").verdict ==
        Verdict::kUndecided);
  run.cells.back().error = "killed";
  CHECK(judge(run, R"({"growth": "co_perceptron", "between": [1, 2]})").cells[0].count == 4);
}

TEST_CASE("the schema of claims names every key that the checks accept", "[claims]") {
  const Json forms = claims_schema()["items"]["oneOf"];
  REQUIRE(forms.size() == claim_forms().size());
  for (std::size_t i = 0; i < claim_forms().size(); ++i) {
    const auto form = static_cast<ClaimForm>(i);
    CHECK(forms[i]["required"][0] == form_name(form));
    CHECK(forms[i]["properties"].size() == claim_options(form).size());
    for (const OptionInfo& info : claim_options(form))
      CHECK(forms[i]["properties"].contains(info.name));
  }
}

TEST_CASE("a claim on learners that ignore unlabeled data is judged once for each labeled size",
          "[claims]") {
  RunShape shape;
  shape.learners = {"hmm", "perceptron", "co_perceptron"};
  shape.labeled = {5, 10};
  shape.unlabeled = {0, 25, 100};
  shape.repetitions = 8;
  RunResults run = made_up_run(shape, [](std::size_t k, Index n, Index, Index r) {
    return 0.5 - 0.1 * static_cast<double>(k) - 0.01 * static_cast<double>(n) +
           0.001 * static_cast<double>((r * (static_cast<Index>(k) + 3)) % 7);
  });
  constexpr const char* kClaim = R"({"less": ["perceptron", "hmm"]})";
  CHECK(judge(run, kClaim).cells.size() == 6);
  run.supervised = {"hmm", "perceptron"};
  const ClaimVerdict verdict = judge(run, kClaim);
  REQUIRE(verdict.cells.size() == 2);
  CHECK(verdict.reproduced == 2);
  CHECK(verdict.cells[0].where == "5 labeled, any number unlabeled");
  CHECK(verdict.cells[1].where == "10 labeled, any number unlabeled");
  CHECK(judge(run, R"({"less": ["perceptron", "hmm"], "at": {"unlabeled": 100}})").cells.size() ==
        2);
  CHECK(judge(run,
              R"({"less": ["perceptron", "hmm"], "at": {"labeled": 10}, "versus": {"labeled": 5}})")
            .cells.front()
            .where == "10 labeled versus 5 labeled, any number unlabeled");
  CHECK(judge(run, R"({"value": "hmm", "between": [0, 1]})").cells.size() == 2);
  CHECK(judge(run, R"({"monotone": "hmm", "along": "labeled"})").cells.size() == 1);
  CHECK(judge(run, R"({"less": ["co_perceptron", "hmm"]})").cells.size() == 6);
}

TEST_CASE("a test is filled in where a claim takes one and names none", "[claims]") {
  const Json claims = Json::parse(R"([{"less": ["a", "b"]}, {"ratio": ["a", "b"], "test": "sign"},
                                      {"growth": "a", "between": [1, 2]}, {"value": "a", "between": [0, 1]}, 3, {}])");
  const Json named = with_test_named(claims, "corrected_resampled_t");
  CHECK(named[0].at("test") == "corrected_resampled_t");
  for (const std::size_t i : {1, 2, 3, 4, 5}) CHECK(named[i] == claims[i]);
  CHECK(with_test_named(Json("no list"), "sign") == "no list");
}

}  // namespace costruct::experiments
