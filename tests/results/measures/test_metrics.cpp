// The catalog of all metrics.
#include <catch2/catch.hpp>

#include "costruct/report/compare_runs.hpp"
#include "costruct/report/joined_runs.hpp"
#include "costruct/report/report.hpp"
#include "costruct/report/terminal_table.hpp"
#include "costruct/results/claims/claims.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/statistics.hpp"
#include "support/made_up_run.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

bool add_missing_words() {
  ProblemEntry entry = *find_problem("multiclass");
  entry.name = "missing_words";
  entry.metrics = {
      {{"f1_macro", "words missed in an example", false, MetricScale::kCount}, nullptr}};
  add_problem(std::move(entry));
  return true;
}

/// Adds a problem of a program's own that calls an error `f1_macro`, as no other problem does. Not
/// before main(): problems need globals of other files, whose order is not defined.
void need_missing_words() {
  static const bool is_added = add_missing_words();
  REQUIRE(is_added);
}

/// Two learners, the second with the larger values of f1_macro, of a problem.
RunResults run_of(const char* problem) {
  need_missing_words();
  test::RunShape shape;
  shape.labeled = {5};
  RunResults run = test::made_up_run(shape, [](std::size_t k, Index, Index, Index r) {
    return (k == 0 ? 0.25 : 0.75) + 0.001 * static_cast<double>(r);
  });
  run.metrics = {"f1_macro"};
  for (CellResult& cell : run.cells) cell.metrics = {{"f1_macro", cell.metrics.at("token_error")}};
  run.config["problem"] = {{"type", problem}};
  return run;
}

}  // namespace

TEST_CASE("a metric is what its own problem declares, whatever others call by that name",
          "[results][metrics]") {
  need_missing_words();
  CHECK(find_metric("multiclass", "f1_macro")->higher_is_better);
  const MetricEntry* own = find_metric("missing_words", "f1_macro");
  REQUIRE(own != nullptr);
  CHECK_FALSE(own->higher_is_better);
  CHECK(own->meaning == "words missed in an example");
  CHECK(own->scale == MetricScale::kCount);
  CHECK(find_metric("missing_words", "f1_micro") == nullptr);
  CHECK(find_metric("missing_words", kLossMetric) != nullptr);
  // Where the problem is not known, a name with two meanings has none.
  CHECK(find_metric("of_somebody_else", "f1_macro") == nullptr);
  CHECK(find_metric("of_somebody_else", "sequence_error") != nullptr);
  const std::vector<std::string> names = metric_names();
  CHECK(std::count(names.begin(), names.end(), "f1_macro") == 1);
}

TEST_CASE("tables, answers and claims follow the metric of the problem that was run",
          "[results][metrics]") {
  const RunResults ours = run_of("missing_words"), theirs = run_of("multiclass");
  CHECK_THAT(terminal_table(ours),
             Catch::Contains("f1_macro: mean ± standard error, * the lowest"));
  CHECK_THAT(terminal_table(theirs),
             Catch::Contains("f1_macro: mean ± standard error, * the highest"));
  const std::string our_page = report_html(ours), their_page = report_html(theirs);
  CHECK_THAT(our_page, Catch::Contains("words missed in an example; lower is better"));
  CHECK_THAT(their_page, !Catch::Contains("words missed in an example"));
  CHECK_THAT(their_page, Catch::Contains("higher is better"));
  // A claim of one point means something of a share, and nothing of a count.
  Json claim = {
      {"monotone", ours.learners.front()}, {"direction", "falls"}, {"metric", "f1_macro"}};
  for (const auto& [problem, refused] :
       {std::pair("missing_words", true), std::pair("multiclass", false)}) {
    ConfigErrors errors;
    ClaimScope scope;
    scope.learners = ours.learners;
    scope.metrics = ours.metrics;
    scope.problem = problem;
    check_claims(Json::array({claim}), scope, "claims", errors);
    INFO(problem);
    CHECK(errors.empty() == !refused);
  }
}

TEST_CASE("runs that mean different things by a metric are not compared by it",
          "[results][metrics]") {
  const RunResults ours = run_of("missing_words"), theirs = run_of("multiclass");
  CHECK(is_another_metric(ours.config, theirs.config, "f1_macro"));
  CHECK_FALSE(is_another_metric(ours.config, ours.config, "f1_macro"));
  CHECK_FALSE(is_another_metric(ours.config, theirs.config, kLossMetric));
  CHECK_FALSE(is_another_metric(run_of("of_somebody_else").config, ours.config, "f1_macro"));
  const RunComparison comparison = compare_runs(ours, theirs);
  CHECK(comparison.cells.empty());
  REQUIRE_FALSE(comparison.notes.empty());
  CHECK(std::count(comparison.notes.begin(), comparison.notes.end(),
                   "f1_macro is one metric of problem missing_words and another of multiclass: "
                   "left out") == 1);
  CHECK_FALSE(compare_runs(theirs, theirs).cells.empty());
  CHECK_THROWS_WITH(joined_runs({ours, theirs}, {"a", "b"}),
                    Catch::Contains("f1_macro of problem missing_words") &&
                        Catch::Contains("f1_macro of problem multiclass"));
}

TEST_CASE("every metric of a problem can be found in the catalog, and loss belongs to all",
          "[results][metrics]") {
  for (const ProblemEntry& problem : problem_catalog()) {
    INFO(problem.name);
    const auto names = metrics_of(problem);
    CHECK(names.front() == kLossMetric);
    for (const std::string& name : names) {
      INFO(name);
      const MetricEntry* entry = find_metric(problem.name, name);
      REQUIRE(entry != nullptr);
      CHECK(entry->name == name);
      CHECK_FALSE(entry->meaning.empty());
      CHECK_FALSE(entry->of_fit);
    }
  }
  CHECK(find_metric("sequence", "tokn_error") == nullptr);
  CHECK(find_metric("sequence", "constraints_added")->of_fit);
}

TEST_CASE("views are compared by the first metric of their problem, or by its loss",
          "[results][metrics]") {
  CHECK(view_metric(Json{{"problem", {{"type", "regression"}}}}) == "rmse_scaled");
  CHECK(view_metric(Json{{"problem", {{"type", "sequence"}}}}) == "token_error");
  CHECK(view_metric(Json{{"problem", {{"type", "sequences"}}}}) == "loss");
  CHECK(view_metric(Json::object()) == "loss");
  CHECK(view_metric(Json()) == "loss");
  ProblemEntry bare;
  CHECK(view_metric(bare) == "loss");
}

TEST_CASE("an interval stays within the values of its metric, and one of differences within theirs",
          "[metrics]") {
  const auto of = [](const char* problem, const char* name) { return find_metric(problem, name); };
  CHECK(within_range({-0.0383, 0.3844}, of("sequence", "token_error")).low == 0);
  CHECK(within_range({-0.0383, 0.3844}, of("sequence", "token_error")).high == 0.3844);
  CHECK(within_range({0.9, 1.1}, of("sequence", "token_error")).high == 1);
  CHECK(within_range({-2, 7}, of("regression", "mae")).low == 0);
  CHECK(within_range({-2, 7}, of("regression", "mae")).high == 7);
  CHECK(within_range({-0.2, 0.3}, of("clustering", "adjusted_rand")).low == -0.2);
  CHECK(within_range({-2, 7}, of("clustering", "of_my_own")).low == -2);
  CHECK(difference_within_range({-1.5, 1.25}, of("sequence", "token_error")).low == -1);
  CHECK(difference_within_range({-1.5, 1.25}, of("sequence", "token_error")).high == 1);
  CHECK(difference_within_range({-1.5, 1.25}, of("regression", "mae")).low == -1.5);
}
