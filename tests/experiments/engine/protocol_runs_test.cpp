// Whole runs under every protocol.
#include <catch2/catch.hpp>

#include "costruct/experiments/engine/run.hpp"
#include "costruct/experiments/engine/run_folder.hpp"
#include "experiments/engine/engine_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

Json experiment_over_rows(const Json& sweep) {
  return {{"problem", {{"type", "multiclass"}}},
          {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
          {"views", {{"split", "odd_even"}}},
          {"sweep", sweep},
          {"learners",
           {{{"type", "perceptron"}, {"epochs", 2}},
            {{"type", "co_perceptron"}, {"epochs", 2}, {"select", {{"Cu", {0.1, 1}}}}}}},
          {"metrics", {"token_error"}}};
}

// Runs an experiment over 40 rows in a folder, and returns its cells.
std::vector<CellResult> cells_of(const TemporaryFolder& folder, const Json& sweep, const std::string& out,
                                 int jobs = 1) {
  write_text(folder / "train.svm", toy_rows(40, 5));
  RunRequest request;
  request.config = write_text(folder / "c.json", experiment_over_rows(sweep).dump());
  request.out = folder / out;
  request.jobs = jobs;
  REQUIRE(run_experiment(request) == kDone);
  return load_run(request.out).cells;
}

}  // namespace

TEST_CASE("a run under folds has k cells for every partition, all learners on the same split",
          "[experiments][protocols]") {
  const TemporaryFolder folder;
  const Json sweep = {
      {"protocol", "folds"}, {"k", 4}, {"repetitions", 2}, {"labeled", {10, 20}}, {"unlabeled", {0, 10}}};
  const auto cells = cells_of(folder, sweep, "one");
  REQUIRE(cells.size() == 2 * 4 * 8);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    CHECK(cells[i].error.empty());
    CHECK(cells[i].repetition == static_cast<Index>(i % 8));
    CHECK(cells[i].split_hash == cells[i % 32].split_hash);
  }
  cells_of(folder, sweep, "two", 2);
  CHECK(read_text(folder / "one" / "curves.csv") == read_text(folder / "two" / "curves.csv"));
}

TEST_CASE("a run under inverse folds takes its sizes from the data", "[experiments][protocols]") {
  const TemporaryFolder folder;
  const auto cells = cells_of(folder, {{"protocol", "inverse_folds"}, {"k", 4}}, "r");
  REQUIRE(cells.size() == 2 * 4);
  for (const CellResult& cell : cells) {
    CHECK(cell.error.empty());
    CHECK(cell.labeled == 10);
    CHECK(cell.unlabeled == 30);
  }
}

TEST_CASE("a run over split files has a cell for every line, and learns of a line that changed",
          "[experiments][protocols]") {
  const TemporaryFolder folder;
  write_text(folder / "s.txt", "1 2 3 4 5 6 7 8 9 10\n11 12 13 14 15 16 17 18 19 20\n");
  const Json sweep = {{"protocol", "split_files"}, {"splits", "s.txt"}};
  const auto cells = cells_of(folder, sweep, "r");
  REQUIRE(cells.size() == 2 * 2);
  for (const CellResult& cell : cells) {
    CHECK(cell.error.empty());
    CHECK(cell.labeled == 10);
    CHECK(cell.unlabeled == 30);
  }
  write_text(folder / "s.txt", "1 2 3 4 5 6 7 8 9 10\n11 12 13 14 15 16 17 18 19 21\n");
  const auto again = cells_of(folder, sweep, "r");
  CHECK(again[0].split_hash == cells[0].split_hash);
  CHECK(again[1].split_hash != cells[1].split_hash);
}

TEST_CASE("resampling may score the unlabeled, all that are left", "[experiments][protocols]") {
  const TemporaryFolder folder;
  const Json sweep = {
      {"labeled", {8, 16}}, {"unlabeled", "all"}, {"holdout", "unlabeled"}, {"repetitions", 2}};
  const auto cells = cells_of(folder, sweep, "r");
  REQUIRE(cells.size() == 2 * 2 * 2);
  for (const CellResult& cell : cells) {
    CHECK(cell.error.empty());
    CHECK(cell.labeled + cell.unlabeled == 40);
  }
}
