// Curves, CSV files and the table in the terminal.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "costruct/report/terminal_table.hpp"
#include "costruct/results/claims/claims_table.hpp"
#include "costruct/results/statistics/gaps.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/text/table.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A fresh folder that goes with the test.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("costruct-summary-" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

RunShape grid() {
  RunShape shape;
  shape.labeled = {5, 10};
  shape.unlabeled = {0, 25};
  shape.repetitions = 3;
  return shape;
}

double value(std::size_t k, Index n, Index m, Index r) {
  return 0.1 * k + 1.0 / n + 0.001 * m + 0.01 * r;
}

}  // namespace

TEST_CASE("curve points come in the order of the config with means over finished repetitions",
          "[summary]") {
  RunResults run = made_up_run(grid(), value);
  run.cells[0].error = "failed";
  std::reverse(run.cells.begin(), run.cells.end());  // the order of cells does not matter
  const auto points = RunSummary(run).curves;
  REQUIRE(points.size() == 8);
  CHECK(points[0].learner == "perceptron");
  CHECK((points[0].labeled == 5 && points[0].unlabeled == 0));
  CHECK(points[0].value.count == 2);
  CHECK(points[0].value.mean == Approx(0.2 + 0.015));
  CHECK(points[0].value.standard_error == Approx(0.005));
  CHECK(points[1].unlabeled == 25);
  CHECK(points[2].labeled == 10);
  CHECK(points[4].learner == "co_perceptron");
  CHECK(points[4].value.count == 3);
}

TEST_CASE("a cell that always failed has no curve point", "[summary]") {
  RunResults run = made_up_run(grid(), value);
  for (Index r = 0; r < 3; ++r) run.cells[r].error = "failed";
  CHECK(RunSummary(run).curves.size() == 7);
  CHECK(RunSummary(run).times.size() == 7);
}

TEST_CASE("curves.csv has its columns, and its numbers read back to the same doubles",
          "[summary]") {
  const RunResults run = made_up_run(grid(), value);
  const auto lines = lines_of(curves_csv(run));
  const auto points = RunSummary(run).curves;
  REQUIRE(lines.size() == points.size() + 1);
  CHECK(lines[0] == "learner,labeled,unlabeled,metric,mean,standard_error,count");
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::istringstream line(lines[i + 1]);
    std::vector<std::string> fields;
    for (std::string field; std::getline(line, field, ',');) fields.push_back(field);
    REQUIRE(fields.size() == 7);
    CHECK(std::strtod(fields[4].c_str(), nullptr) == points[i].value.mean);
    CHECK(std::strtod(fields[5].c_str(), nullptr) == points[i].value.standard_error);
    CHECK(fields[6] == "3");
  }
}

TEST_CASE("curves.csv does not depend on measured times", "[summary]") {
  const auto seconds = [](std::size_t k, Index n, Index m, Index r) {
    return 0.001 * (k + n + m + r);
  };
  const RunResults run = made_up_run(grid(), value), other = made_up_run(grid(), value, seconds);
  CHECK(curves_csv(run) == curves_csv(other));
  CHECK(times_csv(run) != times_csv(other));
}

TEST_CASE("the standard error of one repetition is nan", "[summary]") {
  RunShape shape;
  shape.repetitions = 1;
  const RunResults run = made_up_run(shape, value);
  CHECK(lines_of(curves_csv(run))[1] == "perceptron,5,0,token_error,0.2,nan,1");
  CHECK(lines_of(times_csv(run))[1] == "perceptron,5,0,0.5,nan,0.25,nan,1,0");
}

TEST_CASE("fields with commas and quotes are quoted, a row is a line", "[summary]") {
  CHECK(csv_field("plain") == "plain");
  CHECK(csv_field("a,b") == "\"a,b\"");
  CHECK(csv_field("say \"no\"") == "\"say \"\"no\"\"\"");
  CHECK(csv_field("two\nlines") == "two\\nlines");
  CHECK(csv_field("\x1b[31mred") == "\\u001b[31mred");
  CHECK(csv_field("") == "");
}

TEST_CASE("no field is a formula to a spreadsheet, and numbers stay numbers", "[summary]") {
  CHECK(csv_field("=1+1") == "'=1+1");
  CHECK(csv_field("=HYPERLINK(\"http://x\",\"y\")") ==
        "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
  CHECK(csv_field("+cmd|' /C calc'!A0") == "'+cmd|' /C calc'!A0");
  CHECK(csv_field("-2+3") == "'-2+3");
  CHECK(csv_field("@SUM(A1)") == "'@SUM(A1)");
  CHECK(csv_field("\t=1") == "'\\t=1");
  CHECK(csv_field("\r=1") == "'\\r=1");
  for (const char* number : {"-1", "-0.5", "+1", "1e-3", "-2.5e300", "0"})
    CHECK(csv_field(number) == number);
  CHECK(csv_field("-inf") == "'-inf");
  CHECK(csv_field("- Cu") == "'- Cu");
  CHECK(csv_field("co_svm (C = 1)") == "co_svm (C = 1)");

  RunResults run = made_up_run({}, value);
  run.learners[0] = "=1+1";
  for (CellResult& cell : run.cells) {
    if (cell.learner == "perceptron") cell.learner = "=1+1";
    for (auto& [metric, x] : cell.metrics) x = -x;
  }
  const std::vector<std::string> lines = lines_of(curves_csv(run));
  CHECK(lines[1].starts_with("'=1+1,5,0,token_error,-0.2"));
}

TEST_CASE("cells.csv has one row a cell with all of it, failed ones too", "[summary]") {
  const Folder folder;
  RunResults run = made_up_run({}, value);
  for (CellResult& cell : run.cells) cell.row = 1 + (&cell - run.cells.data());
  run.cells[1].error = "out of memory, \"killed\"";
  run.cells[1].metrics.clear();
  CellResult& full = run.cells[2];
  full.view_errors = {0.25, 0.5};
  full.disagreement = 0.125;
  full.primal = 4;
  full.dual = 3;
  full.gap = 0.75;
  full.gap_is_estimate = true;
  full.peak_memory = 1 << 20;
  full.iterations = 7;
  full.chosen = {{"Cu", 0.1}};
  full.redraws = 2;
  write_cells_csv(folder / "cells.csv", run);
  const auto lines = lines_of(content(folder / "cells.csv"));
  REQUIRE(lines.size() == 11);
  CHECK(
      lines[0] ==
      "row,learner,labeled,unlabeled,repetition,token_error,view_0_token_error,view_1_token_error,"
      "disagreement,primal,dual,gap,gap_is_estimate,train_seconds,predict_seconds,peak_memory,"
      "oracle_calls,"
      "iterations,"
      "converged,stopped_because,chosen,split_hash,redraws,error,warnings,notes");
  CHECK(lines[1].starts_with(
      "1,perceptron,5,0,0,0.2,,,nan,nan,nan,nan,false,0.5,0.25,0,100,0,true,epochs,{},"));
  CHECK(lines[2].find(",1,,,,nan,nan,nan,nan,false,0.5,") != std::string::npos);
  CHECK(lines[2].ends_with(",0,\"out of memory, \"\"killed\"\"\",,"));
  CHECK(lines[3] ==
        "3,perceptron,5,0,2,0.22,0.25,0.5,0.125,4,3,0.75,true,0.5,0.25,1048576,100,7,true,epochs,"
        "\"{\"\"Cu\"\":0.1}\"," +
            full.split_hash + ",2,,,");
}

TEST_CASE("gaps that are estimates are counted, and told beside the largest of a learner",
          "[summary]") {
  RunResults run = made_up_run({}, value);
  CHECK(gaps_of(run).empty());
  for (int r = 0; r < 4; ++r) run.cells[r].gap = 0.25 / (r + 1);
  run.cells[1].converged = false;
  run.cells[3].gap = 100;
  run.cells[3].error = "failed";
  REQUIRE(gaps_of(run).size() == 1);
  CHECK(gaps_of(run)[0].learner == "perceptron");
  CHECK(gaps_of(run)[0].cells == 3);
  CHECK(gaps_of(run)[0].converged == 2);
  CHECK(gap_text(gaps_of(run)[0]) == "gap at most 0.25");
  CHECK(terminal_table(run).find("gap") == std::string::npos);
  run.cells[2].gap_is_estimate = true;
  CHECK(gap_text(gaps_of(run)[0]) ==
        "gap at most 0.25, an estimate in 1 of 3 cells: decoding is greedy there");
  for (int r = 0; r < 3; ++r) run.cells[r].gap_is_estimate = true;
  CHECK(
      terminal_table(run).find("perceptron: gap at most 0.25, an estimate: decoding is greedy\n") !=
      std::string::npos);
}

TEST_CASE("views alone and their disagreement are averaged over finished repetitions",
          "[summary]") {
  RunResults run = made_up_run(grid(), value);
  CHECK(RunSummary(run).views.empty());
  run.cells[0].view_errors = {0.25, 0.5};
  run.cells[1].view_errors = {0.75, 0.5};
  run.cells[1].disagreement = 0.125;
  run.cells[2].view_errors = {100, 100};
  run.cells[2].error = "failed";
  const RunSummary summary(run);
  REQUIRE(summary.views.size() == 1);
  REQUIRE(summary.views[0].errors.size() == 2);
  CHECK(summary.views[0].errors[0].mean == 0.5);
  CHECK(summary.views[0].errors[0].count == 2);
  CHECK(summary.views[0].disagreement.count == 1);
  CHECK(views_csv(summary) ==
        "learner,labeled,unlabeled,view,mean,standard_error,count\n"
        "perceptron,5,0,0,0.5,0.25,2\nperceptron,5,0,1,0.5,0,2\nperceptron,5,0,disagreement,0.125,"
        "nan,1\n");
}

TEST_CASE("a time point has the largest memory of its finished repetitions", "[summary]") {
  RunResults run = made_up_run(grid(), value);
  run.cells[0].peak_memory = 100;
  run.cells[1].peak_memory = 300;
  run.cells[2].peak_memory = 900;
  run.cells[2].error = "failed";
  CHECK(RunSummary(run).times[0].peak_memory == 300);
}

TEST_CASE("a file is replaced in full and leaves nothing beside it", "[summary]") {
  const Folder folder;
  const RunResults run = made_up_run(grid(), value);
  std::ofstream(folder / "curves.csv") << "old";
  write_curves_csv(folder / "curves.csv", run);
  write_times_csv(folder / "times.csv", run);
  CHECK(content(folder / "curves.csv") == curves_csv(run));
  CHECK(content(folder / "times.csv") == times_csv(run));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
  CHECK_THROWS_AS(write_curves_csv(folder / "missing/curves.csv", run), std::system_error);
}

TEST_CASE("the terminal table marks the best mean of each row", "[summary]") {
  RunShape shape;
  shape.labeled = {5, 10};
  const RunResults run = made_up_run(shape, [](std::size_t k, Index n, Index, Index) {
    return (k == 0) == (n == 5) ? 0.25 : 0.5;
  });
  const auto lines = lines_of(terminal_table(run));
  REQUIRE(lines.size() >= 4);
  CHECK(lines[0] == "token_error: mean ± standard error, * the lowest");
  CHECK(lines[2] == "      5          0  0.2500 ± 0.0000*  0.5000 ± 0.0000");
  CHECK(lines[3] == "     10          0  0.5000 ± 0.0000   0.2500 ± 0.0000*");
  RunResults higher = run;
  higher.metrics = {"accuracy"};
  for (CellResult& cell : higher.cells) cell.metrics["accuracy"] = cell.metrics["token_error"];
  CHECK(lines_of(terminal_table(higher))[2] ==
        "      5          0  0.2500 ± 0.0000   0.5000 ± 0.0000*");
}

TEST_CASE("the terminal table marks one best mean of each labeled size, over all unlabeled sizes",
          "[summary]") {
  RunShape shape;
  shape.unlabeled = {0, 100};
  const RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index) {
    return k == 0 ? 0.5 : m == 0 ? 0.75 : 0.25;
  });
  const auto lines = lines_of(terminal_table(run));
  REQUIRE(lines.size() >= 4);
  CHECK(lines[0] == "token_error: mean ± standard error, * the lowest of each labeled size");
  CHECK(lines[2] == "      5          0  0.5000 ± 0.0000   0.7500 ± 0.0000");
  CHECK(lines[3] == "      5        100  0.5000 ± 0.0000   0.2500 ± 0.0000*");
}

TEST_CASE(
    "a metric that only some learners have is averaged and shown for them, a count in units of one",
    "[summary]") {
  RunShape shape;
  shape.metrics = {"token_error", "constraints_added"};
  shape.repetitions = 2;
  RunResults run = made_up_run(shape, [](std::size_t, Index, Index, Index r) {
    return 2824.0 + 100 * static_cast<double>(r);
  });
  for (CellResult& cell : run.cells) {
    if (cell.learner == "perceptron") cell.metrics.erase("constraints_added");
  }
  const auto lines = lines_of(curves_csv(run));
  REQUIRE(lines.size() == 4);
  CHECK(lines[3] == "co_perceptron,5,0,constraints_added,2874,50,2");
  const std::string table = terminal_table(run);
  CHECK(table.find("2874.0 ± 50.0*") != std::string::npos);
  CHECK(table.find("2874.0000 ± 50.0000") != std::string::npos);  // token_error is no count
}

TEST_CASE("the terminal table stays within its width with 1 and 8 learners, 1 and 60 cells",
          "[summary]") {
  RunShape shape;
  for (const std::size_t learners : {1u, 8u}) {
    shape.learners.clear();
    for (std::size_t k = 0; k < learners; ++k)
      shape.learners.push_back("co_perceptron_" + std::to_string(k));
    for (const Index sizes : {1, 10}) {
      shape.labeled.clear();
      for (Index n = 1; n <= sizes; ++n) shape.labeled.push_back(n * 5);
      shape.unlabeled =
          sizes == 1 ? std::vector<Index>{0} : std::vector<Index>{0, 10, 25, 50, 100, 400};
      RunResults run = made_up_run(shape, value);
      const auto lines = lines_of(terminal_table(run, 80));
      const std::size_t blocks = learners == 1 ? 1 : 3;
      run.supervised =
          run.learners;  // nobody gains from unlabeled examples: the table and who is best
      const auto plain = lines_of(terminal_table(run, 80));
      const auto answer = std::find_if(plain.begin(), plain.end(), [](const std::string& line) {
        return line.starts_with("Which learner is best by token_error? ");
      });
      CHECK((answer == plain.end()) == (learners == 1));
      CHECK(static_cast<std::size_t>(answer - plain.begin()) ==
            1 + blocks * (1 + shape.labeled.size() * shape.unlabeled.size()) + blocks);
      for (const std::string& line : lines) {
        INFO(line);
        CHECK(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }) <=
              80);
      }
    }
  }
}

TEST_CASE("the terminal table says who is best and whether unlabeled examples help", "[summary]") {
  RunShape shape;
  shape.labeled = {5, 10};
  shape.unlabeled = {0, 100};
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index r) {
    return (k == 1 && m > 0 ? 0.1 : 0.5) +
           0.001 * static_cast<double>((r * (3 + static_cast<Index>(k))) % 5);
  });
  run.supervised = {"perceptron"};
  const std::string table = terminal_table(run);
  CHECK(
      table.find(
          "Which learner is best by token_error? co_perceptron with 100 unlabeled, at both labeled "
          "sizes.\n") != std::string::npos);
  CHECK(table.find("Do unlabeled examples help? Yes: co_perceptron with them beats the best "
                   "learner without") != std::string::npos);
}

TEST_CASE("the terminal table says how many cells an unfinished run lacks", "[summary]") {
  RunResults run = made_up_run({}, [](std::size_t, Index, Index, Index r) { return 0.1 * r; });
  CHECK(terminal_table(run).find("unfinished") == std::string::npos);
  run.planned = 7200;
  CHECK(terminal_table(run).find("\nunfinished: 10 of 7200 cells; verdicts are provisional\n") !=
        std::string::npos);
  run.planned = 10;
  CHECK(terminal_table(run).find("unfinished") == std::string::npos);
}

TEST_CASE("the terminal table ends with verdicts and failures", "[summary]") {
  RunShape shape;
  shape.repetitions = 12;
  RunResults run =
      made_up_run(shape, [](std::size_t k, Index, Index, Index) { return 0.3 - 0.1 * k; });
  run.claims = Json::parse(R"([{"less": ["co_perceptron", "perceptron"], "source": "Fig. 1"}])");
  run.config["sweep"]["holdout"] = 5;
  run.pool = 100;
  run.cells[3].error = "boom";
  const std::string table = terminal_table(run);
  CHECK(table.find("\nclaims: 1 reproduced, 0 refuted, 0 undecided\n"
                   "  reproduced  co_perceptron < perceptron in token_error (paired t,") !=
        std::string::npos);
  CHECK(claims_table(judged(std::span(&run, 1))).find("11 pairs\n") != std::string::npos);
  CHECK(table.find("1 of 24 cells failed, the first: perceptron, 5 labeled, 0 unlabeled, "
                   "repetition 3: boom") != std::string::npos);
}

TEST_CASE("a run without cells gives empty curves and an empty table", "[summary]") {
  const RunResults nothing;
  CHECK(RunSummary(nothing).curves.empty());
  CHECK(lines_of(curves_csv(nothing)).size() == 1);
  CHECK(terminal_table(nothing).empty());
}

TEST_CASE("cells.csv ends with the warnings and the notes of each fit", "[summary]") {
  const Folder folder;
  RunShape shape;
  shape.learners = {"hmm"};
  shape.repetitions = 3;
  RunResults run = made_up_run(shape, value);
  run.cells[0].warnings = {"first", "of, \"two\""};
  run.cells[1].notes = {"the guard chose hmm: a\nline", "second"};
  write_cells_csv(folder / "cells.csv", run);
  const auto lines = lines_of(content(folder / "cells.csv"));
  REQUIRE(lines.size() == 4);
  CHECK_THAT(lines[0], Catch::EndsWith(",redraws,error,warnings,notes"));
  CHECK_THAT(lines[1], Catch::EndsWith(",0,,\"first; of, \"\"two\"\"\","));
  CHECK_THAT(lines[2], Catch::EndsWith(",0,,,the guard chose hmm: a\\nline; second"));
  CHECK_THAT(lines[3], Catch::EndsWith(",0,,,"));
}

}  // namespace costruct::experiments
