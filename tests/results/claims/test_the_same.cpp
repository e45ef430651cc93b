// Cells that hold the same models by two names: they leave families, counts and verdicts.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/report/answer/answer_page.hpp"
#include "costruct/report/report_claims.hpp"
#include "costruct/report/report_significance.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/claims/claims_table.hpp"
#include "costruct/results/statistics/significance.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "support/made_up_run.hpp"

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
  const RunResults run = self_training_run();
  const auto comparisons = compare_with_first(run, "token_error");
  REQUIRE(comparisons.size() == 2);
  CHECK(comparisons[0].note == "the same");
  CHECK((std::isnan(comparisons[0].p) && std::isnan(comparisons[0].p_holm)));
  CHECK(comparisons[0].difference == 0);
  CHECK(comparisons[1].p_holm == comparisons[1].p);  // a family of one
  CHECK(significance_content(comparisons, LearnerNames(run.learners)).find(">the same</td>") !=
        std::string::npos);
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

TEST_CASE("an advantage between models that are the same is judged by no test", "[claims][same]") {
  const auto of_sizes = [](const RunResults& run) {
    return judge(run, R"({"advantage_grows": ["self_training", "svm"], "at": {"unlabeled": 25},
                          "versus": {"unlabeled": 0}})");
  };
  CHECK(verdict_text(of_sizes(self_training_run())) == "reproduced");  // from no advantage to 0.1
  RunResults same = self_training_run();
  for (CellResult& cell : same.cells) {
    cell.metrics["token_error"] = 0.5 + 0.01 * static_cast<double>(cell.repetition);
    cell.primal = 1;
  }
  SECTION("both learners are the same at both sizes") {
    const ClaimVerdict found = of_sizes(same);
    CHECK(found.cells.at(0).same);
    CHECK((found.cells[0].first == 0 && found.cells[0].difference == 0 &&
           std::isnan(found.cells[0].p)));
    CHECK(verdict_text(found) == "undecided (all cells are the same)");
  }
  SECTION("each learner is the same at both sizes") {
    for (CellResult& cell : same.cells) {
      if (cell.learner == "svm") cell.metrics["token_error"] += 0.1;
    }
    const ClaimVerdict found = of_sizes(same);
    CHECK(found.cells.at(0).same);
    CHECK(found.cells[0].first == Approx(0.1));
    CHECK(verdict_text(found) == "undecided (all cells are the same)");
  }
  SECTION("one of them is not") {
    for (CellResult& cell : same.cells)
      cell.oracle_calls += cell.learner == "svm" && cell.unlabeled == 25;
    CHECK_FALSE(of_sizes(same).cells.at(0).same);
  }
}

TEST_CASE(
    "steps of a line that are the same are in no family, and a line of such steps is the same",
    "[claims][same]") {
  RunShape shape;
  shape.learners = {"self_training"};
  shape.unlabeled = {0, 25, 50, 100};
  shape.repetitions = 8;
  const auto line = [&](const std::vector<double>& means) {
    RunResults run = made_up_run(shape, [&](std::size_t, Index, Index m, Index r) {
      const std::size_t at = m == 0 ? 0 : m == 25 ? 1 : m == 50 ? 2 : 3;
      return means[at] + 0.001 * static_cast<double>((3 * r + r * r) % 7) * (1 + means[at]);
    });
    for (CellResult& cell : run.cells) cell.primal = cell.metrics["token_error"];
    run.config["sweep"] = {{"holdout", 5}};
    run.pool = 1000;
    return judge(run, R"({"monotone": "self_training"})");
  };
  const ClaimVerdict all = line({0.5, 0.5, 0.5, 0.5});
  CHECK(all.cells.at(0).same);
  CHECK(verdict_text(all) == "undecided (all cells are the same)");
  CHECK(all.undecided == 0);
  CHECK(verdict_text(line({0.5, 0.5, 0.4, 0.4})) == "reproduced");  // equal steps do not turn back
  const ClaimVerdict ends = line({0.5, 0.4, 0.4, 0.5});
  CHECK(ends.verdict == Verdict::kRefuted);
  CHECK(std::isnan(ends.cells.at(0).p));
  // One step is tested, and no end: a family of one.
  const std::string one = line({0.5, 0.5, 0.502, 0.5}).cells.at(0).note;
  CHECK(one.find("rises from 25 to 50 unlabeled") == 0);
}

TEST_CASE("a line whose ends are the same shows no fall", "[claims][same]") {
  RunShape shape;
  shape.learners = {"self_training"};
  shape.unlabeled = {0, 25, 50};
  shape.repetitions = 8;
  RunResults run = made_up_run(shape, [](std::size_t, Index, Index m, Index r) {
    return 0.5 + 0.01 * static_cast<double>(m == 25 ? (r % 2 == 0 ? r : -r) : r);
  });
  for (CellResult& cell : run.cells) cell.primal = 1;
  const ClaimVerdict found = judge(run, R"({"monotone": "self_training"})");
  CHECK(found.verdict == Verdict::kUndecided);
  CHECK(found.cells.at(0).note == "0 and 50 unlabeled are the same");
}

TEST_CASE("the report says which contender is the same as the best", "[significance][same]") {
  RunResults run = self_training_run();
  std::erase_if(run.cells, [](const CellResult& cell) { return cell.unlabeled == 25; });
  const RunSummary summary(run);
  const std::vector<Standing> standings = standings_by_labeled(run, summary.groups, "token_error");
  REQUIRE(standings.size() == 1);
  CHECK(standings[0].contenders.at(1).same);
  CHECK_FALSE(standings[0].contenders.at(0).same);
  CHECK(answer_content(summary, "").find("<span class=\"mark\">the same</span>") !=
        std::string::npos);
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
