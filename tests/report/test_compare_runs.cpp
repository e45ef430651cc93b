// Two runs side by side, against differences computed by hand.
#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "costruct/report/compare_runs.hpp"

using namespace costruct;
using namespace costruct::experiments;
using Catch::Contains;

namespace {

RunResults run_of(const std::vector<std::string>& learners, const std::vector<double>& errors,
                  const std::string& split = "s") {
  RunResults results;
  results.learners = learners;
  results.metrics = {"token_error"};
  for (const std::string& learner : learners) {
    for (std::size_t r = 0; r < errors.size(); ++r) {
      CellResult cell;
      cell.learner = learner;
      cell.labeled = 5;
      cell.repetition = static_cast<Index>(r);
      cell.metrics["token_error"] = errors[r];
      cell.split_hash = split + std::to_string(r);
      results.cells.push_back(cell);
    }
  }
  return results;
}

}  // namespace

TEST_CASE("differences are paired where splits agree", "[results][compare]") {
  const RunResults a = run_of({"x"}, {0.1, 0.2, 0.3}), b = run_of({"x"}, {0.2, 0.2, 0.6});
  const RunComparison comparison = compare_runs(a, b);
  REQUIRE(comparison.cells.size() == 1);
  const CellComparison& cell = comparison.cells.front();
  CHECK(cell.paired == 3);
  CHECK(cell.other_splits == 0);
  CHECK(cell.difference.mean == Approx(0.4 / 3));
  // t = 0.13333 / (0.15275 / sqrt(3)) = 1.5119, two degrees of freedom
  CHECK(cell.p == Approx(0.26969).epsilon(1e-4));
  CHECK(comparison.notes.empty());
  CHECK_THAT(comparison_table(comparison, "runs/a", "runs/b"),
             Contains("0.1333 ± 0.0882") && Contains("A = runs/a, B = runs/b"));
}

TEST_CASE("runs that hold the same models are compared by no test", "[results][compare]") {
  RunResults a = run_of({"x", "y"}, {0.1, 0.2, 0.3});
  for (CellResult& cell : a.cells) cell.primal = 2;
  RunResults b = a;
  b.cells.back().primal = 3;  // of y: another model with the same errors
  const RunComparison comparison = compare_runs(a, b);
  REQUIRE(comparison.cells.size() == 2);
  CHECK((comparison.cells[0].same && std::isnan(comparison.cells[0].p)));
  CHECK(comparison.cells[0].difference.mean == 0);
  CHECK((!comparison.cells[1].same && comparison.cells[1].p == 1));
  CHECK_THAT(comparison_table(comparison, "a", "b"), Contains("the same  "));
}

TEST_CASE("where splits differ there is no difference, and that is said", "[results][compare]") {
  const RunResults a = run_of({"x"}, {0.1, 0.2}), b = run_of({"x"}, {0.2, 0.2}, "other");
  const RunComparison comparison = compare_runs(a, b);
  REQUIRE(comparison.cells.size() == 1);
  CHECK(comparison.cells[0].paired == 0);
  CHECK(comparison.cells[0].other_splits == 2);
  CHECK(std::isnan(comparison.cells[0].p));
  CHECK(comparison.cells[0].first.mean == Approx(0.15));
  CHECK_THAT(
      comparison_table(comparison, "a", "b"),
      Contains("splits differ") && Contains("1 row without pairs: A and B are means over all"));
}

TEST_CASE("the means are those of the pairs, so that they differ by the difference",
          "[results][compare]") {
  // Over all its repetitions the first run has the lower mean, over the shared ones the higher.
  const RunResults a = run_of({"x"}, {0.4, 0.5, 0.0, 0.1}), b = run_of({"x"}, {0.3, 0.4});
  const RunComparison comparison = compare_runs(a, b);
  const CellComparison& cell = comparison.cells.at(0);
  CHECK((cell.paired == 2 && cell.left_out == 2));
  CHECK(cell.first.mean == Approx(0.45));
  CHECK(cell.second.mean == Approx(0.35));
  CHECK(cell.second.mean - cell.first.mean == Approx(cell.difference.mean));
  CHECK((cell.first.count == 2 && cell.second.count == 2));
  const std::string table = comparison_table(comparison, "a", "b");
  CHECK_THAT(table, Contains("0.4500") && Contains("0.3500") && Contains("-0.1000") &&
                        !Contains("0.2500"));
  CHECK_THAT(table, Contains("left out: repetitions that only one run finished") &&
                        Contains("1 row has some"));
  CHECK_THAT(comparison_table(compare_runs(a, a), "a", "b"), !Contains("left out:"));
}

TEST_CASE("runs are compared by the test that knows of overlap where the sweep draws at random",
          "[results][compare]") {
  RunResults a = run_of({"x"}, {0.1, 0.2, 0.3}), b = run_of({"x"}, {0.2, 0.2, 0.6});
  CHECK(compare_runs(a, b).test == "paired_t");  // of a run without a config
  const double plain = compare_runs(a, b).cells.at(0).p;
  a.config = b.config = {{"sweep", {{"holdout", 10}}}};
  const RunComparison corrected = compare_runs(a, b);
  CHECK(corrected.test == "corrected_resampled_t");
  CHECK(corrected.cells.at(0).p > plain);
  CHECK_THAT(comparison_table(corrected, "a", "b"), Contains("p by corrected_resampled_t"));
}

TEST_CASE("equal splits of other data are no pairs", "[results][compare]") {
  RunResults a = run_of({"x"}, {0.1, 0.2, 0.3}), b = run_of({"x"}, {0.2, 0.2, 0.6});
  a.config = b.config = {{"data", {{"format", "conll"}, {"train", "here.txt"}}}};
  a.provenance["data"] = {{{"path", "here.txt"}, {"bytes", 7}, {"fnv1a", "00aa"}},
                          {{"path", "test.txt"}, {"bytes", 9}, {"fnv1a", "00bb"}}};
  b.provenance = a.provenance;
  b.provenance["data"][0]["path"] = b.config["data"]["train"] = "there.txt";
  CHECK(compare_runs(a, b).cells.at(0).paired == 3);
  const auto unpaired = [&](const RunResults& other) {
    const RunComparison comparison = compare_runs(a, other);
    const CellComparison& cell = comparison.cells.at(0);
    CHECK((cell.paired == 0 && cell.other_splits == 0 && std::isnan(cell.p)));
    CHECK(cell.second.mean == Approx(1.0 / 3));
    CHECK(comparison.notes ==
          std::vector<std::string>{"the runs have different data: nothing is paired"});
    const std::string table = comparison_table(comparison, "a", "b");
    CHECK_THAT(table, Contains("data differ") && Contains("nothing is paired") &&
                          !Contains("splits differ"));
  };
  RunResults other_sum = b, swapped = b, unknown = b, read_otherwise = b;
  other_sum.provenance["data"][1]["fnv1a"] = "00bc";
  unpaired(other_sum);
  std::swap(swapped.provenance["data"][0], swapped.provenance["data"][1]);
  unpaired(swapped);
  unknown.provenance.erase("data");
  unpaired(unknown);
  read_otherwise.config["data"]["format"] = "columns";
  unpaired(read_otherwise);
}

TEST_CASE("what only one run has is named", "[results][compare]") {
  RunResults a = run_of({"x", "y"}, {0.1, 0.2}), b = run_of({"x", "z"}, {0.2, 0.2});
  a.metrics.push_back("accuracy");
  for (CellResult& cell : b.cells) cell.labeled += cell.repetition;  // one of two sizes is shared
  const RunComparison comparison = compare_runs(a, b);
  CHECK(comparison.cells.size() == 1);
  const std::vector<std::string> expected = {"learner y is in the first run only",
                                             "learner z is in the second run only",
                                             "metric accuracy is in the first run only",
                                             "1 cell of shared learners is in the second run only"};
  CHECK(comparison.notes == expected);
  CHECK_THAT(comparison_table(compare_runs(run_of({"x"}, {1}), run_of({"y"}, {1})), "a", "b"),
             Contains("no learner, metric and sizes in common"));
  CHECK(compare_runs({}, {}).cells.empty());
}
