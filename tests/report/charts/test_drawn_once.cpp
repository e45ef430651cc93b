// Learners that are given no unlabeled examples are drawn once, whatever the chart is over.
#include <catch2/catch.hpp>

#include "costruct/report/charts/report_charts.hpp"

namespace costruct::experiments {
namespace {

const std::vector<Index> kLabeled = {5, 10, 20}, kUnlabeled = {0, 25, 100};

ChartSubject subject() {
  ChartSubject subject{"metric-0", "token_error", {"perceptron", "co_perceptron"}};
  subject.levels = {"perceptron"};
  return subject;
}

/// The perceptron's mean falls with the labeled size alone.
std::vector<ChartRow> rows() {
  std::vector<ChartRow> rows;
  for (const Index n : kLabeled) {
    for (const Index m : kUnlabeled) {
      const auto labeled = static_cast<double>(n), unlabeled = static_cast<double>(m);
      rows.push_back({"perceptron", n, m, 1 / labeled, 0.01, 3});
      rows.push_back({"co_perceptron", n, m, 1 / (labeled + unlabeled), 0.01, 3});
    }
  }
  return rows;
}

std::size_t points_of(const Chart& chart, const std::string& learner) {
  std::size_t points = 0;
  for (const Json& value : chart.spec["data"]["values"]) points += value["learner"] == learner;
  return points;
}

/// The layers of a chart with panels that have data of their own, which stand in every panel.
std::vector<Json> layers_of_all_panels(const Chart& chart) {
  std::vector<Json> found;
  for (const Json& layer : chart.spec["spec"]["layer"]) {
    if (layer.contains("data")) found.push_back(layer);
  }
  return found;
}

const char* const kRemark = "learners without any are drawn once, thin elsewhere";

}  // namespace

TEST_CASE(
    "over labeled sizes a learner without unlabeled examples has points in the first panel only, "
    "and a "
    "thin line in all",
    "[report]") {
  const auto charts = charts_of(subject(), rows());
  REQUIRE(charts.size() == 2);
  CHECK(points_of(charts[0], "perceptron") == kLabeled.size());
  CHECK(points_of(charts[0], "co_perceptron") == kLabeled.size() * kUnlabeled.size());
  CHECK(charts[0].rows == 12);
  for (const Json& value : charts[0].spec["data"]["values"]) {
    if (value["learner"] == "perceptron") CHECK(value["panel"] == "0 unlabeled");
  }
  const auto thin = layers_of_all_panels(charts[0]);
  REQUIRE(thin.size() == 1);
  CHECK(thin[0]["mark"]["strokeWidth"] == 1);
  CHECK_FALSE(thin[0]["encoding"].contains("tooltip"));
  CHECK(thin[0]["data"]["values"].size() == kLabeled.size());
  CHECK_THAT(charts[0].title, Catch::Contains(kRemark));
  CHECK_THAT(charts[0].spec["description"].get<std::string>(), Catch::Contains(kRemark));
}

TEST_CASE("a line that is not the same in every panel is drawn in each", "[report]") {
  auto different = rows();
  SECTION("another mean") {
    different.back().learner = different[different.size() - 2].learner;
  }
  SECTION("fewer repetitions") {
    different[different.size() - 2].count = 2;
  }
  SECTION("a size that the first panel lacks") {
    different.erase(different.begin());
  }
  const Chart chart = charts_of(subject(), different)[0];
  CHECK(chart.rows == static_cast<Index>(different.size()));
  CHECK(layers_of_all_panels(chart).empty());
  CHECK_THAT(chart.title, !Catch::Contains(kRemark));
}

TEST_CASE("points of one repetition, without an error, are drawn once too", "[report]") {
  auto single = rows();
  for (ChartRow& row : single) {
    row.count = 1;
    row.standard_error = std::numeric_limits<double>::quiet_NaN();
  }
  CHECK(charts_of(subject(), single)[0].rows == 12);
}

TEST_CASE("learners without unlabeled examples alone need no panels", "[report]") {
  auto alone = rows();
  std::erase_if(alone, [](const ChartRow& row) { return row.learner != "perceptron"; });
  const Chart chart = charts_of(subject(), alone)[0];
  CHECK(chart.rows == 3);
  CHECK_FALSE(chart.spec.contains("facet"));
  CHECK_THAT(chart.title, !Catch::Contains("panel"));
}

TEST_CASE("times are no levels: every fit takes its own", "[report]") {
  ChartSubject times{"train-seconds", "training seconds", {"perceptron", "co_perceptron"}};
  times.growth = true;
  CHECK(charts_of(times, rows())[0].rows == 18);
}

}  // namespace costruct::experiments
