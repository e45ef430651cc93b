// The report: what its charts draw, that no text of the data becomes markup, that its size is bounded. How it
// looks and that it draws is the browser test's.
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "costruct/experiments/results/html.hpp"
#include "costruct/experiments/results/report.hpp"
#include "costruct/experiments/results/report_charts.hpp"
#include "results_support.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;
using Sizes = std::pair<Index, Index>;

std::vector<ChartRow> rows_of(const std::vector<Sizes>& sizes, std::size_t learners = 2) {
  std::vector<ChartRow> rows;
  for (std::size_t k = 0; k < learners; ++k) {
    for (const auto& [n, m] : sizes) rows.push_back({"learner " + std::to_string(k), n, m, 0.5, 0.01, 3});
  }
  return rows;
}

std::vector<Sizes> product(const std::vector<Index>& labeled, const std::vector<Index>& unlabeled) {
  std::vector<Sizes> sizes;
  for (const Index n : labeled) {
    for (const Index m : unlabeled) sizes.push_back({n, m});
  }
  return sizes;
}

ChartSubject subject() {
  return {"metric-0", "token_error", {"learner 0", "learner 1"}, false};
}

std::size_t panels(const Chart& chart) {
  std::set<std::string> names;
  for (const Json& value : chart.spec["data"]["values"]) names.insert(value.value("panel", "all"));
  return names.size();
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// The page without the libraries, which stand at its end and hold markup in their strings.
std::string page_of(const RunResults& run) {
  const std::string page = report_html(run);
  return page.substr(0, page.find("<footer>"));
}

double falling(std::size_t k, Index n, Index m, Index r) {
  return 0.3 / (1.0 + n + m) + 0.01 * k + 0.001 * r;
}

}  // namespace

TEST_CASE("there is a chart over each size that varies, with a panel per other size", "[report]") {
  const auto both = charts_of(subject(), rows_of(product({5, 10}, {0, 25, 100})));
  REQUIRE(both.size() == 2);
  CHECK(both[0].id == "metric-0-over-labeled");
  CHECK(panels(both[0]) == 3);
  CHECK(both[1].id == "metric-0-over-unlabeled");
  CHECK(panels(both[1]) == 2);
  for (const Chart& chart : both) {
    CHECK(chart.rows == 12);
    CHECK(chart.spec["data"]["values"].size() == 12);
    CHECK(chart.remark.empty());
  }
  const auto labeled = charts_of(subject(), rows_of(product({5, 10}, {25})));
  REQUIRE(labeled.size() == 1);
  CHECK_FALSE(labeled[0].spec.contains("facet"));
  REQUIRE(charts_of(subject(), rows_of({{5, 25}})).size() == 1);
  CHECK(charts_of(subject(), {}).empty());
}

TEST_CASE("pairs of sizes make one line, not a panel each", "[report]") {
  for (const Chart& chart : charts_of(subject(), rows_of({{5, 25}, {10, 50}, {20, 100}}))) {
    CHECK_FALSE(chart.spec.contains("facet"));
    CHECK(chart.rows == 6);
  }
}

TEST_CASE("pairs with a constant proportion are a line of their own beside the panels", "[report]") {
  const auto charts = charts_of(subject(), rows_of({{5, 25}, {10, 0}, {10, 50}, {10, 400}, {20, 100}}));
  REQUIRE(charts.size() == 2);
  CHECK(charts[0].id == "metric-0-over-labeled-5-to-1");
  CHECK(charts[0].rows == 6);  // (5, 25), (10, 50), (20, 100) of two learners
  CHECK_FALSE(charts[0].spec.contains("facet"));
  CHECK(charts[1].id == "metric-0-over-unlabeled");
  CHECK(charts[1].rows == 6);  // (10, 0), (10, 50), (10, 400)
  CHECK(panels(charts[1]) == 1);
}

TEST_CASE("a point of one repetition has no error bar", "[report]") {
  std::vector<ChartRow> rows = rows_of(product({5, 10}, {0}));
  rows[0].standard_error = NAN;
  const Json values = charts_of(subject(), rows)[0].spec["data"]["values"];
  CHECK_FALSE(values[0].contains("low"));
  CHECK(values[1]["low"].get<double>() == Approx(0.49));
}

TEST_CASE("charts with too many panels or points are thinned evenly and say so", "[report]") {
  std::vector<Index> many;
  for (Index i = 0; i < 300; ++i) many.push_back(i);
  for (const Chart& chart : charts_of(subject(), rows_of(product(many, many)))) {
    CHECK(panels(chart) == kMostPanels);
    CHECK(chart.rows <= static_cast<Index>(kMostRows));
    CHECK(chart.rows == static_cast<Index>(chart.spec["data"]["values"].size()));
    CHECK(chart.remark.find("of 180000 points") != std::string::npos);
  }
}

TEST_CASE("HTML, JSON and scripts are escaped for their places", "[report]") {
  CHECK(html("<a href=\"x\">'&'</a>") == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  CHECK(script_json({{"a", "</script><!--"}}) == R"({"a":"\u003c/script>\u003c!--"})");
  CHECK(Json::parse(script_json("</script>")) == "</script>");
  CHECK(script_text("a='</script>';b='<!--'") == "a='<\\/script>';b='\\x3c!--'");
  CHECK(csv_address("a,b\n\"1 %\"") == "data:text/csv;charset=utf-8,a,b%0A%221%20%25%22");
}

TEST_CASE("names that look like markup stay text in the report", "[report]") {
  const std::string hostile = "</script><script>alert(1)</script><img src=x>";
  RunShape shape;
  shape.learners = {hostile, "co_perceptron"};
  shape.labeled = {5, 10};
  RunResults run = made_up_run(shape, falling);
  run.name = run.source = hostile;
  run.claims = Json::array(
      {{{"less", Json::array({hostile, "co_perceptron"})}, {"text", hostile}, {"source", hostile}}});
  run.config = {{"name", hostile}};
  run.provenance = {{hostile, hostile}};
  run.cells[0].error = hostile;
  run.selection.push_back({hostile, 5, 0, {{hostile, 1}}, "token_error", 0.1, 0.01, 3, true});
  const std::string page = page_of(run);
  CHECK(count(page, "<script>alert") == 0);
  CHECK(count(page, "<img") == 0);
  CHECK(count(page, "<script") == count(page, "</script"));
}

TEST_CASE("the report names nothing that would be loaded", "[report]") {
  const std::string page = page_of(made_up_run({}, falling));
  for (const char* loading : {"src=", "<link rel=\"stylesheet\"", "<img", "@import", "<iframe"}) {
    CHECK(count(page, loading) == 0);
  }
}

TEST_CASE("runs without cells, with failed cells only, or with bytes that are no UTF-8 have a report",
          "[report]") {
  CHECK(report_html({}).find("</html>") != std::string::npos);
  RunResults failed = made_up_run({}, falling);
  for (CellResult& cell : failed.cells) cell.error = "\xff\xfe boom";
  failed.claims = Json::parse(R"([{"less": ["co_perceptron", "perceptron"]}])");
  const std::string page = report_html(failed);
  CHECK(page.find("Failures") != std::string::npos);
  CHECK(page.find("no pair of finished repetitions") != std::string::npos);
}

TEST_CASE("the report of a large run is bounded", "[report]") {
  RunShape shape;
  shape.labeled.clear();
  shape.unlabeled.clear();
  for (Index i = 1; i <= 100; ++i) {
    shape.labeled.push_back(i);
    shape.unlabeled.push_back(10 * i);
  }
  shape.repetitions = 2;
  RunResults run = made_up_run(shape, falling);
  for (CellResult& cell : run.cells) {
    if (cell.labeled == 7) cell.error = "failed";
  }
  run.claims = Json::parse(R"([{"less": ["co_perceptron", "perceptron"]}])");
  CHECK(report_html(run).size() < (8u << 20));
}

}  // namespace costruct::experiments
