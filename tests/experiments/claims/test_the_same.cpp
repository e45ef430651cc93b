// Cells that hold the same models by two names: they leave families, counts and verdicts.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/report/report_claims.hpp"
#include "costruct/report/report_significance.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/claims_table.hpp"
#include "costruct/results/statistics/significance.hpp"
#include "experiments/support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;

/// Self-training is the SVM without unlabeled examples and 0.1 better with 25; the objective tells
/// them apart.
RunResults self_training_run() {
  RunShape shape;
  shape.learners = {"svm", "self_training"};
  shape.unlabeled = {0, 25};
  shape.repetitions = 8;
  const auto value = [](std::size_t k, Index, Index m, Index r) {
    return 0.5 + 0.01 * static_cast<double>(r) -
           (k == 1 && m > 0 ? 0.1 + 0.001 * static_cast<double>(r % 3) : 0);
  };
  RunResults run = made_up_run(shape, value);
  for (CellResult& cell : run.cells) cell.primal = 2 * cell.metrics["token_error"];
  run.config["sweep"] = {{"holdout", 5}};
  run.pool = 1000;
  return run;
}

ClaimVerdict judge(RunResults run, const std::string& claim) {
  run.claims = Json::array({Json::parse(claim)});
  return judge_claims(run).front();
}

}  // namespace

TEST_CASE("cells that are the same leave the family of tests", "[significance][same]") {
  const auto comparisons = compare_with_first(self_training_run(), "token_error");
  REQUIRE(comparisons.size() == 2);
  CHECK(comparisons[0].note == "the same");
  CHECK((std::isnan(comparisons[0].p) && std::isnan(comparisons[0].p_holm)));
  CHECK(comparisons[0].difference == 0);
  CHECK(comparisons[1].p_holm == comparisons[1].p);  // a family of one
  CHECK(significance_content(comparisons).find(">the same</td>") != std::string::npos);
}

TEST_CASE("equal metrics of different models are no reason to leave a test out",
          "[significance][same]") {
  const auto first_note = [](auto change) {
    RunResults run = self_training_run();
    for (CellResult& cell : run.cells) {
      if (cell.learner == "self_training") change(cell);
    }
    return compare_with_first(run, "token_error").front().note;
  };
  CHECK(first_note([](CellResult&) {}) == "the same");
  CHECK(first_note([](CellResult& cell) { cell.train_seconds = 9; }) == "the same");
  CHECK(first_note([](CellResult& cell) { cell.primal += cell.repetition == 7; }).empty());
  CHECK(first_note([](CellResult& cell) { ++cell.oracle_calls; }).empty());
  CHECK(first_note([](CellResult& cell) { ++cell.iterations; }) ==
        "the same");  // of self-training: rounds
  CHECK(first_note([](CellResult& cell) { cell.metrics["loss"] = 1; }).empty());
  CHECK(first_note([](CellResult& cell) { cell.view_errors = {0.5}; }).empty());
  RunResults without_objective = self_training_run();
  for (CellResult& cell : without_objective.cells) cell.primal = CellResult::kNone;
  CHECK(compare_with_first(without_objective, "token_error").front().note.empty());
}

TEST_CASE(
    "a cell that is the same counts in no verdict, and a claim of such cells alone is undecided",
    "[claims][same]") {
  const RunResults run = self_training_run();
  const ClaimVerdict all = judge(run, R"({"less": ["self_training", "svm"]})");
  REQUIRE(all.cells.size() == 2);
  CHECK(all.cells[0].same);
  CHECK(all.cells[0].word() == "the same");
  CHECK(all.undecided == 0);
  CHECK(verdict_text(all) == "reproduced");  // by the other cell
  CHECK(all.cell_words().text() == "1 reproduced, 0 refuted, 0 undecided, 1 the same");
  for (const char* claim :
       {R"({"no_difference": ["self_training", "svm"], "at": {"unlabeled": 0}})",
        R"({"no_difference": ["self_training", "svm"], "at": {"unlabeled": 0}, "within": 0.1})",
        R"({"less": ["self_training", "svm"], "at": {"unlabeled": 0}})",
        R"({"greater": ["self_training", "svm"], "at": {"unlabeled": 0}})",
        R"({"ratio": ["self_training", "svm"], "of": "oracle_calls", "at_most": 2,
                                "at": {"unlabeled": 0}})"}) {
    INFO(claim);
    const ClaimVerdict same = judge(run, claim);
    CHECK(verdict_text(same) == "undecided (all cells are the same)");
    CHECK(std::isnan(same.cells[0].p));
    const std::vector<JudgedRun> runs = {{"run", {same}}};
    CHECK(claims_table(runs).find("the same") != std::string::npos);
    CHECK(claims_csv(runs).find(",the same,") != std::string::npos);
    CHECK(claims_content({same}).find(">the same</td>") != std::string::npos);
  }
}

TEST_CASE("times of the same models are compared all the same", "[claims][same]") {
  RunResults run = self_training_run();
  for (CellResult& cell : run.cells)
    cell.train_seconds =
        (cell.learner == "svm" ? 1 : 9) + 0.01 * static_cast<double>(cell.repetition % 3);
  const ClaimVerdict found = judge(
      run,
      R"({"less": ["svm", "self_training"], "metric": "train_seconds", "at": {"unlabeled": 0}})");
  CHECK_FALSE(found.cells[0].same);
  CHECK(verdict_text(found) == "reproduced");
}

}  // namespace costruct::experiments
