// A gap that greedy decoding gives is called an estimate wherever the results of a sweep are read.
#include <catch2/catch.hpp>

#include "costruct/report/compare_runs.hpp"
#include "costruct/report/report.hpp"
#include "costruct/report/terminal_table.hpp"
#include "support/delegating_problem.hpp"
#include "support/sweep_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

// The joint problem of some views, whose loss-augmented decoder says that it is greedy.
class Greedy final : public test::DelegatingProblem {
 public:
  explicit Greedy(std::shared_ptr<const Views> views)
      : DelegatingProblem(views->joint()), views_(std::move(views)) {}
  Exactness loss_augmented_exactness(Augmentation) const override { return Exactness::kGreedy; }

 private:
  std::shared_ptr<const Views> views_;
};

Views greedy(Views views) {
  return Views(std::make_unique<Greedy>(std::make_shared<const Views>(std::move(views))));
}

void add_greedy_multiclass() {
  const ProblemEntry& exact = *find_problem("multiclass");
  ProblemEntry entry = exact;
  entry.name = "greedy_multiclass";
  entry.make = [make = exact.make](const Json& options, std::shared_ptr<const ProblemData> data) {
    return greedy(make(options, std::move(data)));
  };
  entry.blank = [blank = exact.blank](const Json& options) { return greedy(blank(options)); };
  add_problem(std::move(entry));
}

// The report without the libraries at its end.
std::string page_of(const RunResults& results) {
  const std::string page = report_html(results);
  return page.substr(0, page.find("<footer>"));
}

Json sweep_of(const char* problem) {
  return {
      {"name", "gaps"},
      {"problem", {{"type", problem}}},
      {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
      {"sweep", {{"labeled", {10, 20}}, {"unlabeled", {0}}, {"holdout", 20}, {"repetitions", 2}}},
      {"learners", {{{"type", "structural_svm"}, {"gap", 1e-3}}, {{"type", "perceptron"}}}},
      {"metrics", {"token_error"}}};
}

}  // namespace

TEST_CASE("store, cells.csv, tables and report call a gap of greedy decoding an estimate",
          "[experiments][gaps]") {
  add_greedy_multiclass();
  const std::string told = "an estimate: decoding is greedy";
  const TemporaryFolder folder;
  write_text(folder / "train.svm", toy_rows(60, 5));
  const auto results_of = [&](const char* problem) {
    RunResults results = run_of(sweep_of(problem), folder);  // read back from the store
    for (const CellResult& cell : results.cells) {
      INFO(cell.error);
      CHECK(cell.error.empty());
    }
    return results;
  };
  const auto cells_csv = [&](const RunResults& results) {
    write_cells_csv(folder / "cells.csv", results);
    return read_text(folder / "cells.csv");
  };

  const RunResults exact = results_of("multiclass");
  for (const CellResult& cell : exact.cells) CHECK(!cell.gap_is_estimate);
  CHECK_THAT(cells_csv(exact), !Contains(",true,0."));
  CHECK_THAT(terminal_table(exact), !Contains("estimate"));
  CHECK_THAT(page_of(exact), Contains(">certificate</td>") && !Contains("is greedy"));

  const RunResults results = results_of("greedy_multiclass");
  REQUIRE(results.cells.size() == 8);
  for (const CellResult& cell : results.cells) {
    CHECK(cell.gap_is_estimate == (cell.learner == "structural_svm"));
    CHECK(cell_from_json(to_json(cell)).gap_is_estimate ==
          cell.gap_is_estimate);  // to another process
    if (cell.gap_is_estimate) CHECK(cell.gap <= 1e-3);
  }
  CHECK_THAT(cells_csv(results), Contains(",gap,gap_is_estimate,") && Contains(",nan,nan,false,"));
  CHECK_THAT(read_text(folder / "cells.csv"),
             Catch::Matches("[\\s\\S]*,\\d[^,\n]*,true,[\\s\\S]*"));
  CHECK_THAT(terminal_table(results),
             Contains("structural_svm: gap at most 0.00") && Contains(told));
  CHECK_THAT(page_of(results), Contains(">estimate: decoding is greedy</td>"));
  CHECK_THAT(comparison_table(compare_runs(exact, results), "a", "b"),
             Contains("structural_svm in the second run: gap at most 0.00") && Contains(told) &&
                 !Contains("in the first run:"));
}
