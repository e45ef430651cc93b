// Several runs as one, against what each of them has.
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "costruct/core/error.hpp"
#include "costruct/report/joined_runs.hpp"
#include "costruct/results/statistics/significance.hpp"
#include "costruct/results/statistics/standings.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "costruct/results/text/readable_names.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

RunResults run_at(double level) {
  test::RunShape shape;
  shape.labeled = {5, 10};
  RunResults run = test::made_up_run(shape, [&](std::size_t k, Index n, Index, Index r) {
    return level + 1.0 / static_cast<double>(n) + 0.1 * static_cast<double>(k) +
           0.001 * static_cast<double>((r * 3) % 5) * level;
  });
  run.tests = {"paired_t"};
  run.supervised = {"perceptron"};
  run.claims = Json::array({{{"less", {"perceptron", "co_perceptron"}}}});
  return run;
}

Standing standing_of(const RunResults& run) {
  const RunSummary summary(run);
  return standings_by_labeled(run, summary.groups, "token_error").front();
}

}  // namespace

TEST_CASE("joined runs have all learners and cells, and names that differ", "[joined]") {
  const RunResults joined = joined_runs({run_at(0.1), run_at(0.2)}, {"a", "b"});
  CHECK(joined.learners == std::vector<std::string>{"perceptron of a", "co_perceptron of a",
                                                    "perceptron of b", "co_perceptron of b"});
  CHECK(readable_names(joined.learners) ==
        std::vector<std::string>{"perceptron of a", "co-perceptron of a", "perceptron of b",
                                 "co-perceptron of b"});
  CHECK(joined.supervised == std::vector<std::string>{"perceptron of a", "perceptron of b"});
  CHECK(joined.cells.size() == 2 * run_at(0.1).cells.size());
  CHECK(joined.claims.empty());
  CHECK(joined.name == "a and b");
  RunResults other = run_at(0.2);
  other.learners = {"hmm", "crf"};
  other.supervised = {};
  for (CellResult& cell : other.cells) cell.learner = cell.learner == "perceptron" ? "hmm" : "crf";
  CHECK(joined_runs({run_at(0.1), other}, {"a", "b"}).learners ==
        std::vector<std::string>{"perceptron", "co_perceptron", "hmm", "crf"});
  CHECK(joined_runs({run_at(0.1), run_at(0.2)}, {"a", "a"}).learners[2] == "perceptron of a 2");
}

TEST_CASE("draws of joined runs are paired on the same data only", "[joined]") {
  const Standing same = standing_of(joined_runs({run_at(0.1), run_at(0.2)}, {"a", "b"}));
  REQUIRE(same.contenders.size() == 4);
  for (std::size_t i = 1; i < 4; ++i) CHECK_FALSE(std::isnan(same.contenders[i].p));
  RunResults elsewhere = run_at(0.2);
  elsewhere.provenance["data"] = Json::array({{{"path", "x"}, {"fnv1a", "1"}}});
  const Standing apart = standing_of(joined_runs({run_at(0.1), elsewhere}, {"a", "b"}));
  REQUIRE(apart.contenders.size() == 4);
  CHECK(apart.contenders[1].learner < 2);  // the other learner of the first run
  CHECK_FALSE(std::isnan(apart.contenders[1].p));
  CHECK((std::isnan(apart.contenders[2].p) && std::isnan(apart.contenders[3].p)));
}

TEST_CASE("draws of joined runs with other seeds are no pairs, whatever the sizes", "[joined]") {
  const auto compared = [](const std::string& other_draws) {
    RunResults first = run_at(0.1), second = run_at(0.2);
    second.learners = {"svm", "co_svm"};
    second.supervised = {"svm"};
    for (CellResult& cell : second.cells) {
      cell.learner = cell.learner == "perceptron" ? "svm" : "co_svm";
      cell.split_hash += other_draws;
      if (cell.learner != "co_svm" || cell.labeled > 5) continue;
      CellResult more = cell;
      more.unlabeled = 100;
      more.split_hash = "with 100" + other_draws;
      cell = more;
    }
    const RunResults joined = joined_runs({first, second}, {"first", "second"});
    const std::vector<CellGroup> groups = group_cells(joined);
    return compare(joined, *find_group(groups, 3, 5, 100), *find_group(groups, 0, 5, 0),
                   "token_error", "paired_t");
  };
  CHECK(compared("").count == 5);
  const Comparison apart = compared(" of seed 7");
  CHECK(apart.count == 0);
  CHECK(std::isnan(apart.p));
}

TEST_CASE("runs that share sizes with a run between them drew alike, but for one that did not",
          "[joined]") {
  const auto run_with = [](const std::string& learner, const std::vector<Index>& labeled) {
    test::RunShape shape;
    shape.learners = {learner};
    shape.labeled = labeled;
    return test::made_up_run(shape,
                             [](std::size_t, Index, Index, Index r) { return 0.1 * double(r); });
  };
  RunResults other = run_with("d", {5});
  for (CellResult& cell : other.cells) cell.split_hash += " of seed 7";
  const RunResults joined = joined_runs({run_with("a", {5}), run_with("b", {5, 10}),
                                         run_with("c", {10}), other, run_with("e", {10, 5})},
                                        {"a", "b", "c", "d", "e"});
  std::map<std::string, std::set<Index>> numbers;
  for (const CellResult& cell : joined.cells) numbers[cell.learner].insert(cell.drawn_by);
  const std::set<Index> first = {0}, fourth = {3};
  CHECK(numbers == std::map<std::string, std::set<Index>>{
                       {"a", first}, {"b", first}, {"c", first}, {"d", fourth}, {"e", first}});
}

TEST_CASE("runs without a common metric do not stand on one page", "[joined]") {
  RunResults other = run_at(0.2);
  other.metrics = {"accuracy"};
  CHECK_THROWS_AS(joined_runs({run_at(0.1), other}, {"a", "b"}), DataError);
}

}  // namespace costruct::experiments
