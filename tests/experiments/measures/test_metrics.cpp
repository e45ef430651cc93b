// The catalog of all metrics.
#include <catch2/catch.hpp>

#include "costruct/experiments/measures/metrics.hpp"

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
