// Points that would hide each other, names at the ends of lines, and marks of draws far off.
#include <catch2/catch.hpp>
#include <cmath>

#include "costruct/report/charts/dodge.hpp"
#include "costruct/report/charts/report_charts.hpp"
#include "costruct/report/charts/run_charts.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

Json point(int number, double labeled, double mean) {
  return {{"learner", std::string(1, static_cast<char>('a' + number))},
          {"number", number},
          {"labeled", labeled},
          {"mean", mean}};
}

ChartSubject subject(const std::vector<std::string>& learners) {
  return {"metric-0", "token_error", learners};
}

/// The layers of a chart without panels whose mark is of this type.
std::vector<Json> layers_of(const Chart& chart, const std::string& mark) {
  std::vector<Json> found;
  for (const Json& layer : chart.spec["layer"]) {
    if (layer["mark"]["type"] == mark) found.push_back(layer);
  }
  return found;
}

}  // namespace

TEST_CASE("points of one size that would hide each other stand beside each other, by learner",
          "[report][charts]") {
  Json values =
      Json::array({point(1, 5, 0.501), point(0, 5, 0.5), point(2, 5, 1), point(0, 10, 0.5)});
  dodge_points(values, "labeled", {100, false, false});
  CHECK(values[1]["dodge"].get<double>() == -values[0]["dodge"].get<double>());
  CHECK(values[0]["dodge"].get<double>() > 0);  // the second learner at the right
  CHECK_FALSE(values[2].contains("dodge"));
  CHECK_FALSE(values[3].contains("dodge"));
}

TEST_CASE("what is close depends on the panel's own scale, by logarithms where it has them",
          "[report][charts]") {
  Json values = Json::array({point(0, 5, 0.01), point(1, 5, 0.02), point(2, 5, 10)});
  dodge_points(values, "labeled", {100, false, false});
  CHECK(values[0].contains("dodge"));
  Json logarithmic = Json::array({point(0, 5, 0.01), point(1, 5, 0.02), point(2, 5, 10)});
  dodge_points(logarithmic, "labeled", {100, false, true});
  CHECK_FALSE(logarithmic[0].contains("dodge"));
  Json panels = Json::array({point(0, 5, 0.01), point(1, 5, 0.02), point(2, 5, 10)});
  panels[0]["panel"] = panels[1]["panel"] = "0 unlabeled";
  panels[2]["panel"] = "25 unlabeled";
  dodge_points(panels, "labeled", {100, true, false});
  CHECK_FALSE(panels[0].contains("dodge"));
}

TEST_CASE("names stand at the ends of lines, and those of close ends below each other",
          "[report][charts]") {
  Json values =
      Json::array({point(0, 5, 0), point(0, 10, 1), point(1, 10, 0.5), point(2, 10, 0.51)});
  values.push_back(point(3, 5, 0.75));  // ends before the others, among their lines
  const Json names = names_at_ends(values, {"a", "b", "c", "d"}, "labeled", {320, false, false});
  REQUIRE(names.size() == 3);
  CHECK(names[0] ==
        Json({{"learner", "a"}, {"labeled", 10}, {"mean", 1}, {"label", "a"}, {"dy", 0}}));
  // c ends 3 of 300 pixels above b, so that each moves by 6 for a distance of 15
  CHECK(names[1]["label"] == "c");
  CHECK(names[1]["dy"] == -6);
  CHECK(names[2]["label"] == "b");
  CHECK(names[2]["dy"] == 6);
}

TEST_CASE("names of close ends are moved by the scale of an axis that has more padding",
          "[report][charts]") {
  const auto moved = [](double padding) {
    Json values =
        Json::array({point(0, 10, 1), point(1, 10, 0.5), point(2, 10, 0.54), point(3, 10, 0)});
    const Json names =
        names_at_ends(values, {"a", "b", "c", "d"}, "labeled", {440, false, false, padding});
    return names[2]["dy"].get<double>();  // of b, the lower of two close ends
  };
  // Their distance is 0.04 of 440 pixels less the padding: 16 do not touch, 11 need 4 more.
  CHECK(moved(20) == 0);
  CHECK(moved(80) == 2);
}

TEST_CASE(
    "names keep their distance and the order of their lines, by logarithms where the axis "
    "has them",
    "[report][charts]") {
  const bool logarithmic = GENERATE(false, true);
  Json values = Json::array({point(0, 10, 1), point(1, 10, 2), point(2, 10, 2.1), point(3, 10, 20),
                             point(4, 10, 21), point(5, 10, 100)});
  const double range = logarithmic ? std::log(100) : 99;
  const Json names =
      names_at_ends(values, {"a", "b", "c", "d", "e", "f"}, "labeled", {320, false, logarithmic});
  CHECK(names.size() == 6);
  double before = -INFINITY;
  for (const Json& name : names) {
    const double mean = name["mean"].get<double>(),
                 from_top = logarithmic ? std::log(100) - std::log(mean) : 100 - mean,
                 place = 300 / range * from_top + name["dy"].get<double>();
    CHECK(place - before >= kNameHeight - 1);  // places are whole pixels
    CHECK(std::abs(name["dy"].get<double>()) <= kMostMoved);
    before = place;
  }
}

TEST_CASE("too many lines that end together have no names, and other lines keep theirs",
          "[report][charts]") {
  Json values = Json::array({point(0, 10, 1), point(1, 10, 0.001), point(2, 10, 0.002),
                             point(3, 10, 0.003), point(4, 10, 0)});
  const Json names =
      names_at_ends(values, {"a", "b", "c", "d", "e"}, "labeled", {320, false, false});
  REQUIRE(names.size() == 1);
  CHECK(names[0]["label"] == "a");
}

TEST_CASE("a line through the whole width has its name at the right and its band over all of it",
          "[report][charts]") {
  ChartSubject both = subject({"perceptron", "co_perceptron"});
  both.levels = {"perceptron"};
  std::vector<ChartRow> rows;
  for (const Index m : {0, 25, 400}) {
    rows.push_back({"perceptron", 5, m, 0.5, 0.01, 3});
    rows.push_back({"co_perceptron", 5, m, 0.4 - 0.0001 * static_cast<double>(m), 0.01, 3});
  }
  const Chart chart = charts_of(both, rows)[0];
  const auto texts = layers_of(chart, "text");
  REQUIRE(texts.size() == 1);
  for (const Json& label : texts[0]["data"]["values"]) CHECK(label["unlabeled"] == 400);
  const auto bands = layers_of(chart, "rect");
  REQUIRE(bands.size() == 1);
  CHECK_FALSE(bands[0]["encoding"].contains("x"));
  CHECK(bands[0]["encoding"]["y"]["field"] == "low");
}

TEST_CASE("marks of draws far off have the colour of their learner, room, and words",
          "[report][charts]") {
  std::vector<ChartRow> rows;
  for (const Index n : {5, 10}) {
    rows.push_back({"a", n, 0, 0.5, 0.01, 10, n == 5 ? 3 : 0});
    rows.push_back({"b", n, 0, 0.52, 0.01, 10});
  }
  const Chart chart = charts_of(subject({"a", "b"}), rows)[0];
  const Json far = layers_of(chart, "text")[0];
  CHECK(far["encoding"]["color"]["field"] == "learner");
  CHECK_FALSE(far["transform"].dump().find("filter") !=
              std::string::npos);  // or a panel has no extent
  const Json& first = chart.spec["data"]["values"][0];
  CHECK(first["far"] == "!3");
  CHECK(first["far_below"] == true);  // the other learner is above
  CHECK_THAT(chart.key,
             Catch::StartsWith("!3 beside a point") && Catch::Contains("3 of the draws"));
  for (ChartRow& row : rows) row.far = 0;
  CHECK(charts_of(subject({"a", "b"}), rows)[0].key.empty());
}

TEST_CASE("the picture of the answer has each learner without unlabeled examples as a thin line",
          "[report][charts]") {
  test::RunShape shape;
  shape.labeled = {5, 10, 20};
  shape.unlabeled = {0, 25};
  RunResults run = test::made_up_run(shape, [](std::size_t k, Index n, Index m, Index) {
    return 1.0 / static_cast<double>(n + (k == 0 ? 0 : m));
  });
  run.supervised = {run.learners[0]};
  const RunSummary summary(run);
  const auto answer = charts_of_run(summary).answer;
  REQUIRE(answer.size() == 1);
  const Json thin = answer[0].spec["layer"][0];
  CHECK(thin["mark"]["strokeWidth"] == 1);
  REQUIRE(thin["data"]["values"].size() == 3);
  for (const Json& value : thin["data"]["values"]) {
    CHECK(value["learner"] == run.learners[1]);
    CHECK(value["unlabeled"] == 0);
  }
  CHECK_THAT(answer[0].title,
             Catch::Contains("thin lines: the same learners without unlabeled examples"));
}

}  // namespace costruct::experiments
