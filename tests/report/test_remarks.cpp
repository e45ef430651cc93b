// What fits of a run warned of and noted, counted over draws and told in words.
#include "costruct/report/answer/remarks.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "costruct/report/report.hpp"
#include "costruct/report/terminal_table.hpp"
#include "support/made_up_run.hpp"

using namespace costruct;
using namespace costruct::experiments;
using namespace costruct::experiments::test;
using Catch::Contains;

namespace {

// Three draws of a perceptron and of a co_perceptron at two pairs of sizes.
RunResults run_of_two() {
  RunShape shape;
  shape.labeled = {5, 10};
  shape.unlabeled = {100};
  shape.repetitions = 3;
  return made_up_run(shape, [](std::size_t, Index, Index, Index) { return 0.25; });
}

CellResult& cell_of(RunResults& run, const std::string& learner, Index labeled, Index repetition) {
  return *std::find_if(run.cells.begin(), run.cells.end(), [&](const CellResult& cell) {
    return cell.learner == learner && cell.labeled == labeled && cell.repetition == repetition;
  });
}

std::vector<std::string> texts_of(const RunResults& run) {
  std::vector<std::string> texts;
  for (const Remark& remark : remarks_of(run)) texts.push_back(remark.learner + ": " + remark.text);
  return texts;
}

}  // namespace

TEST_CASE("a run without warnings and notes has no remarks", "[results][remarks]") {
  CHECK(remarks_of(RunResults{}).empty());
  CHECK(remarks_of(run_of_two()).empty());
}

TEST_CASE("warnings are counted by fits, at each size too, and the first is quoted",
          "[results][remarks]") {
  RunResults run = run_of_two();
  cell_of(run, "co_perceptron", 5, 1).warnings = {"overruled: 2 of 5", "another"};
  cell_of(run, "co_perceptron", 5, 2).warnings = {"overruled: 3 of 5"};
  cell_of(run, "co_perceptron", 10, 0).warnings = {"far"};
  cell_of(run, "perceptron", 10, 2).warnings = {"slow"};
  CHECK(texts_of(run) == std::vector<std::string>{
                             "perceptron: with 10 labeled and 100 unlabeled examples, 1 of 3 fits "
                             "warned. The first warning: slow",
                             "co_perceptron: 3 of 6 fits warned. The first warning: overruled: 2 "
                             "of 5"});
  CHECK(remarks_of(run)[0].at_sizes.empty());
  CHECK(remarks_of(run)[1].at_sizes ==
        std::vector<std::string>{"with 5 labeled and 100 unlabeled examples, 2 of 3 fits warned. "
                                 "The first warning: overruled: 2 of 5",
                                 "with 10 labeled and 100 unlabeled examples, 1 of 3 fits warned. "
                                 "The first warning: far"});
}

TEST_CASE("a draw that failed is not counted among the draws", "[results][remarks]") {
  RunResults run = run_of_two();
  cell_of(run, "perceptron", 5, 0).warnings = {"of a cell that failed"};
  cell_of(run, "perceptron", 5, 0).notes = {"kept: of a cell that failed"};
  cell_of(run, "perceptron", 5, 0).error = "out of memory";
  CHECK(texts_of(run) == std::vector<std::string>{});
  cell_of(run, "perceptron", 5, 1).error = "out of memory";
  cell_of(run, "perceptron", 5, 2).warnings = {"slow"};
  CHECK(texts_of(run) ==
        std::vector<std::string>{"perceptron: with 5 labeled and 100 unlabeled examples, 1 of 1 "
                                 "fit warned. The first warning: slow"});
}

TEST_CASE("notes that begin alike, up to their last colon, are one remark", "[results][remarks]") {
  RunResults run = run_of_two();
  const std::string twin = "the guard chose hmm without unlabeled examples",
                    own = "the guard chose perceptron";
  cell_of(run, "co_perceptron", 10, 0).notes = {twin + ": its loss is 1"};
  cell_of(run, "co_perceptron", 10, 1).notes = {own + ": its loss is 2"};
  cell_of(run, "co_perceptron", 10, 2).notes = {twin + ": its loss is 3", "without a colon"};
  cell_of(run, "co_perceptron", 10, 2).warnings = {"w"};
  cell_of(run, "co_perceptron", 5, 2).notes = {"at 5:30"};  // no blank, so no beginning
  const std::string at_10 = "co_perceptron: with 10 labeled and 100 unlabeled examples, ";
  CHECK(texts_of(run) ==
        std::vector<std::string>{
            at_10 + "1 of 3 fits warned. The first warning: w",
            "co_perceptron: with 5 labeled and 100 unlabeled examples, in 1 of 3 fits, at 5:30",
            at_10 + "in 1 of 3 fits, without a colon",
            at_10 + twin + " in 2 fits and perceptron in 1 fit"});
}

TEST_CASE("what a guard decided at several sizes is one line, which the report unfolds",
          "[results][remarks]") {
  RunResults run = run_of_two();
  for (const Index labeled : {5, 10}) {
    for (const Index r : {0, 1})
      cell_of(run, "co_perceptron", labeled, r).notes = {"guard: kept: its loss is 2"};
  }
  REQUIRE(remarks_of(run).size() == 1);
  const std::string line = "in 4 of 6 fits, guard: kept";
  CHECK(remarks_of(run)[0].text == line);
  CHECK_THAT(terminal_table(run),
             Contains("co_perceptron: " + line) && !Contains("in 2 of 3 fits"));
  CHECK_THAT(
      report_html(run, {}),
      Contains(line + "</summary>\n<ul>\n<li>with 5 labeled and 100 unlabeled examples, in 2 of 3 "
                      "fits, guard: kept</li>\n<li>with 10 labeled"));
}

TEST_CASE("remarks stand in the table of the terminal and in the report, as text",
          "[results][remarks]") {
  RunResults run = run_of_two();
  CHECK_THAT(report_html(run, {}), !Contains("Warnings and guards"));
  cell_of(run, "co_perceptron", 5, 0).warnings = {"label <b>&\x1b[31m\n has 3 %"};
  cell_of(run, "co_perceptron", 5, 1).notes = {"the guard chose perceptron: too few"};
  const std::string table = terminal_table(run);
  CHECK_THAT(
      table,
      Contains("with 5 labeled and 100 unlabeled examples, 1 of 3 fits warned. The first warning: "
               "label <b>&") &&
          Contains("the guard chose perceptron in 1 fit\n"));
  CHECK_THAT(table, !Contains("\x1b") && !Contains("\n has 3 %"));
  const std::string page = report_html(run, {});
  CHECK_THAT(page, Contains("Warnings and guards") &&
                       Contains("The first warning: label &lt;b&gt;&amp;") &&
                       Contains("the guard chose perceptron in 1 fit</li>"));
  CHECK_THAT(page, !Contains("label <b>"));
}

TEST_CASE("a remark on some of the sizes says on how many", "[results][remarks]") {
  RunShape shape;
  shape.labeled = {5, 10, 20};
  shape.unlabeled = {100};
  shape.repetitions = 3;
  RunResults run = made_up_run(shape, [](std::size_t, Index, Index, Index) { return 0.25; });
  for (const Index labeled : {5, 20})
    cell_of(run, "co_perceptron", labeled, 0).notes = {"imputation ended early: its loss is 2"};
  REQUIRE(remarks_of(run).size() == 1);
  CHECK(remarks_of(run)[0].text == "in 2 of 9 fits (at 2 of 3 sizes), imputation ended early");
}

TEST_CASE("fits without unlabeled examples count only if one of them warned",
          "[results][remarks]") {
  RunShape shape;
  shape.labeled = {5, 10};
  shape.unlabeled = {0, 100};
  shape.repetitions = 3;
  RunResults run = made_up_run(shape, [](std::size_t, Index, Index, Index) { return 0.25; });
  const auto warn = [&](Index labeled, Index unlabeled) {
    for (CellResult& cell : run.cells) {
      if (cell.learner == "co_perceptron" && cell.labeled == labeled &&
          cell.unlabeled == unlabeled && cell.repetition == 0)
        cell.warnings = {"far"};
    }
  };
  const std::string first = " warned. The first warning: far";
  warn(5, 100);
  warn(10, 100);
  CHECK(texts_of(run) ==
        std::vector<std::string>{"co_perceptron: 2 of 6 fits with unlabeled examples" + first});
  warn(10, 0);
  CHECK(texts_of(run) ==
        std::vector<std::string>{"co_perceptron: 3 of 12 fits (at 3 of 4 sizes)" + first});
}

TEST_CASE("what the guard of a learner chose is one line, and the report has the sizes",
          "[results][remarks]") {
  RunResults run = run_of_two();
  const std::string twin = "the guard chose hmm without unlabeled examples: its loss is 2",
                    own = "the guard chose co_perceptron: its loss is 1";
  cell_of(run, "co_perceptron", 5, 0).notes = {twin};
  cell_of(run, "co_perceptron", 5, 1).notes = {own};
  cell_of(run, "co_perceptron", 10, 2).notes = {own};
  const std::vector<Remark> remarks = remarks_of(run);
  REQUIRE(remarks.size() == 1);
  CHECK(remarks[0].text ==
        "the guard chose co_perceptron in 2 fits and hmm without unlabeled examples in 1 fit");
  CHECK(remarks[0].at_sizes ==
        std::vector<std::string>{
            "with 5 labeled and 100 unlabeled examples, the guard chose co_perceptron in 1 fit and "
            "hmm without unlabeled examples in 1 fit",
            "with 10 labeled and 100 unlabeled examples, the guard chose co_perceptron in 1 fit"});
  const std::string table = terminal_table(run);
  CHECK(table.find("the guard chose") == table.rfind("the guard chose"));
}
