// The picture of a collection's answer: how far learners are from the best of each data set.
#include <catch2/catch.hpp>

#include "costruct/report/charts/distance_chart.hpp"
#include "costruct/report/charts/figures.hpp"
#include "costruct/report/collection_report.hpp"

namespace costruct::experiments {
namespace {

/// A data set for each row of means, by learner.
CollectionResults made_up(const std::string& metric,
                          const std::vector<std::vector<double>>& means) {
  CollectionResults results;
  results.metrics = {metric};
  for (std::size_t k = 0; k < means.front().size(); ++k)
    results.learners.push_back("learner " + std::to_string(k));
  for (std::size_t i = 0; i < means.size(); ++i) {
    MemberResults member;
    member.name = "set-" + std::to_string(i);
    member.sizes = {{5, 50}};
    for (std::size_t k = 0; k < means[i].size(); ++k)
      member.points.push_back({results.learners[k], 5, 50, metric, {10, means[i][k], 0.01}});
    results.members.push_back(member);
  }
  return results;
}

Chart only_chart(const CollectionResults& results) {
  const auto charts = distance_chart(results);
  REQUIRE(charts.size() == 1);
  return charts.front();
}

double distance(const Chart& chart, const std::string& member, const std::string& learner) {
  for (const Json& value : chart.spec["data"]["values"]) {
    if (value["member"] == member && value["learner"] == learner) return value["distance"];
  }
  return -1;
}

Json rows_of(const Chart& chart) {
  return chart.spec["layer"][0]["encoding"]["y"]["sort"];
}

}  // namespace

TEST_CASE("a distance is the share of the larger mean, whichever direction is better",
          "[report][collection]") {
  const std::vector<std::vector<double>> means = {{0.25, 0.5}, {0.0, 0.5}, {0.0, 0.0}};
  const Chart error = only_chart(made_up("token_error", means)),
              f1 = only_chart(made_up("chunk_f1", means));
  CHECK(distance(error, "set-0", "learner 0") == 0);
  CHECK(distance(error, "set-0", "learner 1") == 0.5);
  CHECK(distance(error, "set-1", "learner 1") == 1);
  CHECK(distance(error, "set-2", "learner 1") == 0);
  CHECK(distance(error, "median of 3", "learner 1") == 0.5);
  CHECK(distance(f1, "set-0", "learner 0") == 0.5);
  CHECK(distance(f1, "set-0", "learner 1") == 0);
  CHECK(error.rows == 8);
  CHECK_THAT(error.spec["description"].get<std::string>(),
             Catch::Contains("learner 0 best on 3 of 3"));
}

TEST_CASE("rows go by the best learner, then by its lead, below the medians",
          "[report][collection]") {
  const Chart chart =
      only_chart(made_up("token_error", {{0.1, 0.2}, {0.3, 0.2}, {0.3, 0.1}, {0.9, 0.8}}));
  CHECK(rows_of(chart) == Json({"median of 4", "set-2", "set-1", "set-3", "set-0"}));
}

TEST_CASE("the last place that has results is drawn, and named", "[report][collection]") {
  CollectionResults results = made_up("token_error", {{0.1, 0.2}, {0.3, 0.2}});
  results.members[1].sizes.emplace_back(100, 900);
  for (std::size_t k = 0; k < 2; ++k)
    results.members[1].points.push_back(
        {results.learners[k], 100, 900, "token_error", {10, k == 0 ? 0.1 : 0.4, 0.01}});
  const Chart chart = only_chart(results);
  CHECK(distance(chart, "set-1", "learner 1") == Approx(0.75));
  CHECK_THAT(chart.title, Catch::Contains("100 labeled, 900 unlabeled"));
  CHECK_THAT(chart.remark, Catch::Contains("nothing to compare: set-0"));
}

TEST_CASE("too many data sets are thinned evenly, and one learner has no picture",
          "[report][collection]") {
  const Chart chart =
      only_chart(made_up("token_error", std::vector<std::vector<double>>(100, {0.25, 0.5})));
  CHECK(rows_of(chart).size() == kMostSets + 1);
  CHECK_THAT(chart.remark, Catch::Contains("44 of 100 data sets"));
  CHECK(distance_chart(made_up("token_error", {{0.25}, {0.5}})).empty());
  CHECK(distance_chart(CollectionResults()).empty());
}

TEST_CASE("the picture stands in the answer of a collection and among its figures",
          "[report][collection]") {
  const CollectionResults results = made_up("token_error", {{0.1, 0.2}, {0.3, 0.2}});
  CHECK_THAT(collection_report_html(results),
             Catch::Contains("data-chart=\"answer-over-data-sets\""));
  CHECK(all_charts(results).front().id == "answer-over-data-sets");
}

}  // namespace costruct::experiments
