// The catalog of all metrics.
#include <catch2/catch.hpp>

#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/statistics.hpp"

using namespace costruct;
using namespace costruct::experiments;

TEST_CASE("every metric of a problem can be found in the catalog, and loss belongs to all",
          "[results][metrics]") {
  for (const ProblemEntry& problem : problem_catalog()) {
    INFO(problem.name);
    const auto names = metrics_of(problem);
    CHECK(names.front() == kLossMetric);
    for (const std::string& name : names) {
      INFO(name);
      const MetricEntry* entry = find_metric(name);
      REQUIRE(entry != nullptr);
      CHECK(entry->name == name);
      CHECK_FALSE(entry->meaning.empty());
      CHECK_FALSE(entry->of_fit);
    }
  }
  CHECK(find_metric("tokn_error") == nullptr);
  CHECK(find_metric("constraints_added")->of_fit);
}

TEST_CASE("views are compared by the first metric of their problem, or by its loss", "[results][metrics]") {
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
  CHECK(within_range({-0.0383, 0.3844}, "token_error").low == 0);
  CHECK(within_range({-0.0383, 0.3844}, "token_error").high == 0.3844);
  CHECK(within_range({0.9, 1.1}, "token_error").high == 1);
  CHECK(within_range({-2, 7}, "mae").low == 0);
  CHECK(within_range({-2, 7}, "mae").high == 7);
  CHECK(within_range({-0.2, 0.3}, "adjusted_rand").low == -0.2);
  CHECK(within_range({-2, 7}, "of_my_own").low == -2);
  CHECK(difference_within_range({-1.5, 1.25}, "token_error").low == -1);
  CHECK(difference_within_range({-1.5, 1.25}, "token_error").high == 1);
  CHECK(difference_within_range({-1.5, 1.25}, "mae").low == -1.5);
}
