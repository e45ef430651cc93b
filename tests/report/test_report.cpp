// The report: what its charts draw, that no text of the data becomes markup, that its size is
// bounded. How it looks and that it draws is the browser test's.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "costruct/report/charts/paired_charts.hpp"
#include "costruct/report/charts/report_charts.hpp"
#include "costruct/report/charts/report_selection.hpp"
#include "costruct/report/charts/run_charts.hpp"
#include "costruct/report/html/html.hpp"
#include "costruct/report/html/html_table.hpp"
#include "costruct/report/report.hpp"
#include "costruct/report/report_provenance.hpp"
#include "costruct/report/report_significance.hpp"
#include "costruct/report/report_tables.hpp"
#include "costruct/report/terminal_table.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using test::made_up_run;
using test::RunShape;

std::vector<ChartRow> rows_of(const std::vector<Sizes>& sizes, std::size_t learners = 2) {
  std::vector<ChartRow> rows;
  for (std::size_t k = 0; k < learners; ++k) {
    for (const auto& [n, m] : sizes)
      rows.push_back({"learner " + std::to_string(k), n, m, 0.5, 0.01, 3});
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
  return {"metric-0", "token_error", {"learner 0", "learner 1"}};
}

std::size_t panels(const Chart& chart) {
  std::set<std::string> names;
  for (const Json& value : chart.spec["data"]["values"]) names.insert(value.value("panel", "all"));
  return names.size();
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

/// The page without the libraries, which stand at its end and hold markup in their strings.
std::string page_of(const RunResults& run) {
  const std::string page = report_html(run);
  return page.substr(0, page.find("<footer>"));
}

/// What a reader of a page sees of it: no markup, and nothing of scripts.
std::string seen_of(const std::string& page) {
  std::string seen;
  for (std::size_t at = 0; at < page.size();) {
    if (page.compare(at, 7, "<script") == 0) at = std::min(page.find("</script", at), page.size());
    if (at < page.size() && page[at] == '<') at = std::min(page.find('>', at), page.size() - 1) + 1;
    const std::size_t next = std::min(page.find('<', at), page.size());
    seen += page.substr(at, next - at) + "\n";
    at = next;
  }
  return seen;
}

/// The fields that tooltips anywhere in a specification show.
void add_tooltip_fields(const Json& spec, std::set<std::string>& fields) {
  if (spec.is_object() && spec.contains("tooltip") && spec["tooltip"].is_array()) {
    for (const Json& line : spec["tooltip"]) fields.insert(line["field"].get<std::string>());
  }
  if (!spec.is_structured()) return;
  for (const Json& part : spec) add_tooltip_fields(part, fields);
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

TEST_CASE("pairs with a constant proportion are a line of their own beside the panels",
          "[report]") {
  const auto charts =
      charts_of(subject(), rows_of({{5, 25}, {10, 0}, {10, 50}, {10, 400}, {20, 100}}));
  REQUIRE(charts.size() == 2);
  CHECK(charts[0].id == "metric-0-over-labeled-5-to-1");
  CHECK(charts[0].label == "over labeled examples, 5 unlabeled for 1 labeled");
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

TEST_CASE("charts draw by draw say which sizes and draws they leave out", "[report]") {
  const auto remark = [](const std::vector<Index>& labeled, Index repetitions) {
    RunShape shape;
    shape.labeled = labeled;
    shape.repetitions = repetitions;
    const auto charts = paired_charts(made_up_run(shape, falling), "token_error", "token_error");
    REQUIRE(charts.size() == 1);
    return charts[0].remark;
  };
  const std::vector<Index> many = {5, 10, 20, 40, 60, 80, 100, 200};
  CHECK(remark({5, 10}, 3).empty());
  CHECK(remark(many, 3) == "drawn: 6 of 8 labeled sizes, evenly spread");
  CHECK(remark({5}, 300) == "drawn: 200 of 300 draws of a learner at a size, evenly spread");
  CHECK(remark(many, 300) ==
        "drawn: 6 of 8 labeled sizes and 200 of 300 draws of a learner at a size, evenly spread");
}

TEST_CASE(
    "charts draw by draw say what they show: how many unlabeled examples, which twin, which marks",
    "[report]") {
  RunShape shape;
  shape.unlabeled = {0, 25};
  const auto charts = paired_charts(made_up_run(shape, falling), "token_error", "token_error");
  REQUIRE(charts.size() == 2);
  CHECK(charts[0].title ==
        "token error minus that of perceptron, each learner with the most unlabeled examples (25), "
        "5 labeled");
  CHECK_THAT(charts[1].title,
             Catch::Contains("with the most unlabeled examples (25) minus that without"));
  CHECK_THAT(charts[1].title, Catch::Contains("co-perceptron minus itself"));
  CHECK(charts[0].key ==
        "A dot: the difference in one draw; tick and bar: the mean difference and its 95 % "
        "interval; dashed: "
        "no "
        "difference");
}

TEST_CASE("differences of a single draw have no interval, nor a layer for it", "[report]") {
  RunShape shape;
  shape.repetitions = 1;
  const Chart chart =
      paired_charts(made_up_run(shape, falling), "token_error", "token_error").at(0);
  for (const Json& layer : chart.spec["layer"]) CHECK_FALSE(layer["encoding"].contains("x2"));
  CHECK_THAT(chart.key, Catch::Contains("a tick: the mean difference"));
}

TEST_CASE("panels stand in line: the plots, not the numbers at their axes, have the places",
          "[report]") {
  const std::vector<Chart> charts = charts_of(subject(), rows_of(product({5, 10}, {0, 25, 100})));
  REQUIRE(!charts.empty());
  for (const Chart& chart : charts) CHECK(chart.spec["bounds"] == "flush");
}

TEST_CASE("a table that is scrolled within a frame says how many rows it has", "[report]") {
  const auto text_of = [](std::size_t rows) {
    Table table{{"row"}, "rows"};
    for (std::size_t i = 0; i < rows; ++i) table.add({i});
    return html_table(table);
  };
  CHECK(count(text_of(39), "<p class=\"rest\">39 rows: scroll the table.</p>") == 1);
  CHECK(count(text_of(20), "class=\"rest\"") == 0);
}

TEST_CASE("learners stand against their twins by every metric", "[report][significance]") {
  RunShape shape;
  shape.metrics = {"token_error", "chunk_f1", "sequence_error"};
  shape.unlabeled = {0, 20};
  RunResults run = made_up_run(shape, falling);
  run.supervised = {"perceptron"};
  const std::string page = page_of(run);
  CHECK(count(page,
              "<summary>Each learner with unlabeled examples also against its supervised twin") ==
        2);
  for (const std::string& metric : run.metrics) {  // in the caption and the label of the table
    CHECK(count(page, "against their supervised twins, " + metric + ", by ") == 3);
  }
  run.supervised = run.learners;
  CHECK(count(page_of(run), "against its supervised twin") == 0);
}

TEST_CASE("a page spells a learner in one way, in sentences, tables and tooltips", "[report]") {
  RunShape shape;
  shape.learners = {"structural_svm", "co_svm"};
  shape.labeled = {5, 10, 20};
  shape.unlabeled = {0, 20, 40};
  shape.repetitions = 8;
  RunResults run = made_up_run(
      shape,
      [](std::size_t k, Index n, Index m, Index r) {
        return (r == 7 ? 0.9 : falling(k, n, m, r) + 0.0001 * (r * r % 5)) -
               0.02 * static_cast<double>(k);
      },
      [](std::size_t k, Index n, Index m, Index) { return (1.0 + k) * n * n * (1 + m); });
  run.supervised = {"structural_svm"};
  run.tests = {"paired_t", "wilcoxon"};
  for (CellResult& cell : run.cells) {
    cell.primal = 1, cell.dual = 0.99, cell.gap = 0.01;
    cell.view_errors = {0.2, 0.3};
    cell.disagreement = 0.1;
    if (cell.repetition > 0) continue;
    cell.extremes = std::make_shared<const ExtremeOutputs>(
        ExtremeOutputs{{"1", 2.5, "truth", "guess"}, {"2", 0, "truth", "truth"}});
  }
  for (const std::size_t k : {1, 71, 143}) run.cells.at(k).error = "boom";
  for (const std::string& learner : run.learners) {
    for (const double value : {0.1, 1.0})
      run.selection.push_back(
          {learner, 5, 0, {{"C", value}}, "token_error", value, 0.1, 3, value == 0.1});
  }
  const auto drawing = [](std::string_view, std::string_view) {
    return std::string("<svg></svg>");
  };
  const std::string page = report_html(run, drawing),
                    seen = seen_of(page.substr(0, page.find("<footer>")));
  for (const char* part :
       {"Cells that failed", "Relative duality gaps", "Seconds, mean", "Power laws",
        "against the best without any", "against their supervised twins", "of each view",
        "draws far from all others", "Each learner against structural SVM by wilcoxon",
        "worth in labeled examples", "for each value tried", "Worst: "}) {
    INFO(part);
    CHECK(count(seen, part) > 0);
  }
  for (const std::string& learner : run.learners) {
    INFO(learner << " in " << seen.substr(std::min(seen.find(learner), seen.size()), 200));
    CHECK(count(seen, learner) == 0);
  }
  const RunCharts charts = charts_of_run(run);
  std::vector<Chart> all = charts.metrics.at(0);
  for (const auto* some : {&charts.answer, &charts.times, &charts.disagreement, &charts.selection})
    all.insert(all.end(), some->begin(), some->end());
  CHECK(all.size() >= 8);
  for (const Chart& chart : all) {
    INFO(chart.id << ": " << chart.title);
    std::set<std::string> fields;
    add_tooltip_fields(chart.spec, fields);
    CHECK(fields.count("learner") == 0);
    for (const std::string& learner : run.learners)
      CHECK(count(chart.title + chart.label + chart.key + chart.remark, learner) == 0);
    for (const Json& value : chart.spec["data"]["values"]) {
      if (fields.count("learner_name") > 0)
        CHECK(value["learner_name"] ==
              (value["learner"] == "co_svm" ? "co-SVM" : "structural SVM"));
      if (fields.count("reference") > 0) CHECK(value["reference"] != "structural_svm");
    }
  }
}

TEST_CASE("the terminal calls every learner as its config does", "[report]") {
  RunShape shape;
  shape.learners = {"structural_svm", "co_svm"};
  shape.unlabeled = {0, 20};
  RunResults run = made_up_run(shape, falling);
  run.supervised = {"structural_svm"};
  run.cells[0].error = "boom";
  run.selection.push_back({"co_svm", 5, 0, {{"C", 1}}, "token_error", 0.1, 0.1, 3, true});
  const std::string text = terminal_table(run);
  for (const char* other : {"structural SVM", "co-SVM"}) CHECK(count(text, other) == 0);
  CHECK(count(text, "chosen for co_svm: C = 1") == 1);
  CHECK(count(text, "the first: structural_svm, 5 labeled") == 1);
}

TEST_CASE("time curves get a power law for each line of three sizes or more", "[report][growth]") {
  std::vector<ChartRow> rows;
  for (const Index n : {5, 10, 20}) {
    for (const Index m : {0, 25, 50}) {
      rows.push_back({"learner 0", n, m, 3.0 * n * n * (m + 1), NAN, 1});
    }
  }
  ChartSubject growing = subject();
  growing.growth = true;
  const auto charts = charts_of(growing, rows);
  REQUIRE(charts.size() == 2);
  REQUIRE(charts[0].fits.size() == 3);  // over labeled sizes, at 0, 25 and 50 unlabeled
  for (const GrowthFit& fit : charts[0].fits) CHECK(fit.law.exponent == Approx(2));
  CHECK(charts[0].fits[1].where == "25 unlabeled");
  CHECK(charts[0].rows == 9);
  for (const Json& value : charts[0].spec["data"]["values"]) {
    CHECK(value["fit"].get<double>() == Approx(value["mean"].get<double>()));
  }
  CHECK(charts[1].fits.empty());  // 25 and 50 are two positive sizes, too few
  for (const Json& value : charts[1].spec["data"]["values"]) CHECK_FALSE(value.contains("fit"));
}

TEST_CASE("the legend names only learners with points, and colours stay with the learner",
          "[report]") {
  std::vector<ChartRow> rows = rows_of(product({5, 10}, {0}));
  std::erase_if(rows, [](const ChartRow& row) { return row.learner == "learner 0"; });
  ChartSubject three = subject();
  three.learners = {"learner 0", "learner 1", "learner 2"};
  const auto all = charts_of(three, rows_of(product({5, 10}, {0}), 3));
  rows.push_back({"learner 2", 5, 0, 0.5, 0.01, 3});
  const auto some = charts_of(three, rows);
  const auto colour = [](const Chart& chart) {
    return chart.spec["layer"][0]["encoding"]["color"];
  };
  CHECK(colour(some[0])["legend"]["values"] == Json::array({"learner 1", "learner 2"}));
  CHECK(colour(some[0])["scale"] == colour(all[0])["scale"]);
}

TEST_CASE("a selected number has a chart over its values, a panel a size", "[report][selection]") {
  RunResults run = made_up_run({}, falling);
  for (const Index m : {0, 25}) {
    for (const double value : {0.01, 0.1, 1.0}) {
      run.selection.push_back(
          {"co_perceptron", 5, m, {{"Cu", value}}, "token_error", value, 0.1, 3, value == 0.1});
    }
    run.selection.push_back(
        {"perceptron", 5, m, {{"kernel", "linear"}}, "token_error", 1, 0.1, 3, true});
    run.selection.push_back(
        {"perceptron", 5, m, {{"kernel", "gaussian"}}, "token_error", 1, 0.1, 3, false});
  }
  const auto charts = selection_charts(run);
  REQUIRE(charts.size() == 1);
  CHECK(charts[0].label == "co-perceptron");
  CHECK(charts[0].title == "token error over Cu of co-perceptron, the diamond marks the choice");
  CHECK(charts[0].rows == 6);
  CHECK(panels(charts[0]) == 2);
  const Json& x = charts[0].spec["spec"]["layer"][0]["encoding"]["x"];
  CHECK(x["scale"]["type"] == "log");
  const std::string table = selection_table(run);
  CHECK(table.find("Cu = 0.1<") < table.find("Cu = 0.01<"));  // the chosen one first
  CHECK(count(table, "chosen</td>") == 4);
}

TEST_CASE("a choice for all sizes of a learner is not shown as one for the largest",
          "[report][selection]") {
  RunResults run = made_up_run({}, falling);
  run.config = {{"sweep", {{"selection", {{"per", "learner"}}}}}};
  for (const double value : {0.1, 1.0})
    run.selection.push_back(
        {"perceptron", 132, 800, {{"C", value}}, "token_error", value, 0.1, 3, value == 0.1});
  const std::string table = selection_table(run), title = selection_charts(run).at(0).title;
  CHECK_THAT(table, Catch::Contains("one choice for all sizes") && !Catch::Contains(">132<"));
  CHECK_THAT(title, Catch::Contains("all sizes") && !Catch::Contains("132 labeled"));
  run.config["sweep"]["selection"]["per"] = "cell";
  CHECK_THAT(selection_table(run),
             Catch::Contains(">132<") && !Catch::Contains("one choice for all sizes"));
  CHECK_THAT(selection_charts(run).at(0).title, Catch::Contains("132 labeled"));
}

TEST_CASE("a page of chosen examples offers their table once", "[report]") {
  RunResults run = made_up_run({}, falling);
  const auto chosen =
      std::make_shared<const LabeledSample>(LabeledSample{4, {}, {"a.conll:1", "a.conll:7"}, 1});
  for (CellResult& cell : run.cells) cell.labeled_sample = chosen;
  const std::string page = page_of(run);
  CHECK(count(page, "a.conll:7") >= 1);
  CHECK(count(page, "download=\"chosen.csv\"") == 1);
}

TEST_CASE("a table of too many selection rows keeps the chosen ones", "[report][selection]") {
  RunResults run;
  run.learners = {"hmm"};
  for (Index n = 1; n <= 200; ++n) {
    for (const double value : {0.5, 1.0, 2.0}) {
      run.selection.push_back(
          {"hmm", n, 0, {{"C", value}}, "token_error", value, 0.1, 3, value == 1.0});
    }
  }
  const std::string table = selection_table(run);
  CHECK(count(table, "C = 1<") == 200);
  CHECK(count(table, "C = 2<") == 0);
  CHECK(count(selection_csv(run.selection), "\n") == 601);
}

TEST_CASE("provenance says plainly whether the program was built from a commit",
          "[report][provenance]") {
  RunResults run = made_up_run({}, falling);
  run.provenance = {{"version", "1.2.3"},
                    {"revision", "abc1234-dirty"},
                    {"seed", 7},
                    {"more", {{"a", "b"}}},
                    {"data", Json::parse(R"([{"path": "x.txt", "bytes": 3, "fnv1a": "00ff"}])")}};
  const std::string dirty = provenance_content(run);
  CHECK(dirty.find("built from uncommitted changes") != std::string::npos);
  CHECK(dirty.find("5 different splits in 10 cells") != std::string::npos);
  CHECK(dirty.find("--reproduce ROW") != std::string::npos);
  CHECK(dirty.find("<td class=\"value key\">more.a</td><td class=\"value\">b</td>") !=
        std::string::npos);
  CHECK(dirty.find("<td class=\"value key\">x.txt</td><td class=\"number\">3</td>") !=
        std::string::npos);
  run.provenance["revision"] = "abc1234";
  CHECK(provenance_content(run).find("uncommitted changes") == std::string::npos);
  run.provenance = "none";
  CHECK(provenance_content(run).find("different splits") != std::string::npos);
}

TEST_CASE("the table of a metric says mean, error and interval", "[report]") {
  RunResults run = made_up_run({{"perceptron"}, {"token_error"}, {5}, {0}, 3},
                               [](std::size_t, Index, Index, Index r) { return 0.1 * (1 + r); });
  // Mean 0.2, standard deviation 0.1, t of 2 degrees of freedom at 97.5 %: 4.302653.
  const std::string table = metric_table(run, "token_error", {{{"perceptron", {5, 0}}, "MARK"}});
  CHECK(table.find("0.2000 <span class=\"error\">± 0.0577</span>") != std::string::npos);
  CHECK(table.find("0.0000 to 0.4484") != std::string::npos);
  CHECK(table.find("MARK") != std::string::npos);
}

TEST_CASE(
    "marks say better or worse by the direction of the metric, and only where it is no chance",
    "[report][significance]") {
  Comparison clear;
  clear.learner = "hmm";
  clear.reference = "perceptron";
  clear.labeled = 5;
  clear.metric = "token_error";
  clear.test = "paired_t";
  clear.difference = -0.1;
  clear.p = clear.p_holm = 0.001;
  Comparison likely = clear, chance = clear, none = clear, higher = clear;
  likely.labeled = 10;
  likely.difference = 0.1;
  likely.p_holm = 0.02;
  chance.labeled = 20;
  chance.p_holm = 0.05;
  none.labeled = 40;
  none.p_holm = NAN;
  none.note = "no pair";
  higher.labeled = 80;
  higher.metric = "chunk_f1";
  higher.higher_is_better = true;
  const std::vector<Comparison> all = {clear, likely, chance, none, higher};
  const CellMarks marks = significance_marks(all);
  REQUIRE(marks.size() == 3);
  const auto at = [&](Index labeled) { return marks.at({"hmm", {labeled, 0}}); };
  CHECK(at(5).find("▲ better") != std::string::npos);
  CHECK(at(10).find("▽ worse") != std::string::npos);
  CHECK(at(80).find("▼ worse") != std::string::npos);
  const LearnerNames names({"perceptron", "hmm"});
  const std::string content = significance_content(all, names);
  CHECK(content.find("over the 5 comparisons") != std::string::npos);
  CHECK(count(content, "may be chance<") == 1);
  CHECK(count(content, ">no pair<") == 1);
  CHECK(significance_content({}, names).empty());
}

TEST_CASE("every named test has its table, and marks come from the first",
          "[report][significance]") {
  RunResults run = made_up_run({}, falling);
  run.tests = {"sign", "paired_t", "wilcoxon"};
  const std::string page = page_of(run);
  for (const std::string& test : run.tests) {
    INFO(test);
    CHECK(count(page, "<p class=\"caption\">Each learner against perceptron by " + test +
                          ", paired by repetition") == 1);
  }
  CHECK(count(page, "at the 5 % level. By sign, two-sided") == 1);
  CHECK(count(page, "No mark: may be chance") == 1);
}

TEST_CASE("the total training time counts a fit that stands at several unlabeled sizes once",
          "[report]") {
  RunShape shape;
  shape.unlabeled = {0, 25, 100};
  RunResults run = made_up_run(shape, [](std::size_t, Index, Index, Index) { return 0.25; });
  const auto told = [&] {
    const std::string page = report_html(run), name = "<dt>total training time</dt><dd>";
    const std::size_t at = page.find(name) + name.size();
    return page.substr(at, page.find('<', at) - at);
  };
  CHECK(told() == "15 seconds");  // 2 learners, 3 sizes, 5 repetitions of half a second
  run.supervised = {"perceptron"};
  CHECK(told() == "10 seconds");
}

TEST_CASE("an unfinished run says how many cells it lacks", "[report]") {
  RunResults run = made_up_run({}, falling);
  run.cells.front().error = "killed";
  CHECK(count(page_of(run), "<dd>9 of 10</dd>") == 1);
  run.planned = 7200;
  CHECK(count(page_of(run), "<dd>9 of 7200</dd>") == 1);
}

TEST_CASE("the worth of unlabeled data is left out of reports that would wait for it",
          "[report][significance]") {
  RunShape shape;
  shape.labeled = {5, 10, 20};
  shape.unlabeled = {0, 25};
  const RunResults small = made_up_run(shape, falling);
  CHECK(worth_content(small, "token_error").find("<table") != std::string::npos);
  shape.repetitions = 30000;
  const RunResults large = made_up_run(shape, falling);
  CHECK(worth_content(large, "token_error").find("not worked out") != std::string::npos);
  shape.repetitions = 5;
  shape.unlabeled = {0};
  const RunResults supervised = made_up_run(shape, falling);
  CHECK(worth_content(supervised, "token_error").empty());
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
  run.claims = Json::array({{{"less", Json::array({hostile, "co_perceptron"})},
                             {"text", hostile},
                             {"source", hostile}}});
  run.config = {{"name", hostile}};
  run.provenance = {{hostile, hostile}};
  run.cells[0].error = hostile;
  run.selection.push_back({hostile, 5, 0, {{hostile, 1}}, "token_error", 0.1, 0.01, 3, true});
  const std::string page = page_of(run);
  CHECK(count(page, "<script>alert") == 0);
  CHECK(count(page, "<img") == 0);
  CHECK(count(page, "<script") == count(page, "</script"));
}

TEST_CASE("outputs are shown of the largest sizes that a learner has them at, as text",
          "[report]") {
  RunShape shape;
  shape.labeled = {5, 10};
  shape.unlabeled = {0, 20};
  RunResults run = made_up_run(shape, falling);
  const std::string hostile = "<img src=x onerror=alert(1)>\"'&";
  for (CellResult& cell : run.cells) {
    const bool later = cell.learner == "perceptron" && cell.labeled == 10;
    if (cell.repetition > 0 || later) continue;
    const std::string place = fmt::format("{}:{}", hostile, 100 * cell.labeled + cell.unlabeled);
    cell.extremes = std::make_shared<const ExtremeOutputs>(
        ExtremeOutputs{{place, 2.5, "truth " + hostile, "guess"}, {place, 0, "truth", "truth"}});
  }
  const auto drawing = [](std::string_view text, std::string_view reference) {
    return "<svg class=\"drawn\"><title>" + html(text) + (reference.empty() ? "" : " over ") +
           html(reference) + "</title></svg>";
  };
  const std::string page = report_html(run, drawing), body = page.substr(0, page.find("<footer>"));
  CHECK(count(body, "class=\"drawn\"") == 8);
  CHECK(count(body, "<title>guess over truth ") == 2);
  CHECK(count(body, "<title>truth over truth</title>") == 2);
  CHECK(count(body, ":520, loss 2.5</h4>") == 1);   // the only labeled size of the first learner
  CHECK(count(body, ":1020, loss 2.5</h4>") == 1);  // of the second
  CHECK(count(body, "<h4>") == 4);
  CHECK(count(body, "<img") == 0);
  CHECK(count(report_html(run), "<h4>") == 0);
  CHECK(count(report_html(made_up_run(shape, falling), drawing), "id=\"outputs\"") == 0);
}

TEST_CASE("the report names nothing that would be loaded", "[report]") {
  const std::string page = page_of(made_up_run({}, falling));
  for (const char* loading : {"src=", "<link rel=\"stylesheet\"", "<img", "@import", "<iframe"}) {
    CHECK(count(page, loading) == 0);
  }
}

TEST_CASE(
    "runs without cells, with failed cells only, or with bytes that are no UTF-8 have a report",
    "[report]") {
  CHECK(report_html(RunResults{}).find("</html>") != std::string::npos);
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
