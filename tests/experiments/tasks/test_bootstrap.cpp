// Percentile intervals against those of a binomial, and against draws by hand.
#include <catch2/catch.hpp>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <random>
#include <utility>

#include "costruct/experiments/tasks/bootstrap.hpp"
#include "costruct/experiments/tasks/task.hpp"
#include "support/shell_fixture.hpp"

using namespace costruct;
using namespace costruct::experiments;

namespace {

/// The share of items below `wrong`: an error rate.
std::map<std::string, double> share_of_wrong(std::span<const Index> drawn, Index wrong) {
  const auto count = std::count_if(drawn.begin(), drawn.end(), [&](Index i) { return i < wrong; });
  return {{"error", static_cast<double>(count) / static_cast<double>(drawn.size())}};
}

/// A row of one feature: its score rises with `value`, and it is called positive from about 0 on.
struct Row {
  bool positive;
  double value;
};

std::string text_of(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) {
    text += row.positive ? "+1" : "-1";
    text += " 1:" + std::to_string(row.value) + "\n";
  }
  return text;
}

/// A model of problem `multivariate` as `m.st`.
void train_on_rows(const Shell& shell) {
  std::vector<Row> rows;
  for (int i = 1; i <= 20; ++i) rows.insert(rows.end(), {{true, 0.1 * i}, {false, -0.1 * i}});
  write_text(shell.folder / "train.svm", text_of(rows));
  const Json config = {{"problem", {{"type", "multivariate"}, {"loss", "error"}, {"bias", false}}},
                       {"data", {{"format", "svmlight"}, {"train", "train.svm"}}},
                       {"learner", {{"type", "structural_svm"}}}};
  write_text(shell.folder / "t.json", config.dump());
  const Outcome trained = shell("train t.json --model m.st");
  INFO(trained.err);
  REQUIRE(trained.code == 0);
}

Json evaluated(const Shell& shell, const std::vector<Row>& rows, const std::string& draws) {
  write_text(shell.folder / "test.svm", text_of(rows));
  const Outcome outcome =
      shell("evaluate --model m.st --data test.svm --report e.json --bootstrap " + draws);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return Json::parse(read_text(shell.folder / "e.json"));
}

double f1_of(const std::vector<Row>& rows) {
  double hits = 0, wrong = 0;
  for (const Row& row : rows) {
    hits += row.positive && row.value > 0;
    wrong += row.positive != (row.value > 0);
  }
  return 2 * hits / (2 * hits + wrong);
}

double roc_area_of(const std::vector<Row>& rows) {
  double ordered = 0, pairs = 0;
  for (const Row& a : rows) {
    for (const Row& b : rows) {
      if (!a.positive || b.positive) continue;
      ++pairs;
      ordered += a.value > b.value ? 1 : a.value == b.value ? 0.5 : 0;
    }
  }
  return ordered / pairs;
}

/// Draws by a generator of another kind.
template <class Metric>
Interval drawn_by_hand(const std::vector<Row>& rows, const Metric& metric) {
  std::mt19937 generator(7);
  std::uniform_int_distribution<std::size_t> place(0, rows.size() - 1);
  std::vector<double> values(4000);
  for (double& value : values) {
    std::vector<Row> drawn;
    for (std::size_t i = 0; i < rows.size(); ++i) drawn.push_back(rows[place(generator)]);
    value = metric(drawn);
  }
  std::sort(values.begin(), values.end());
  return {values[100], values[3899]};
}

void check_near(const Json& found, const Interval& expected) {
  CHECK(found[0].get<double>() == Approx(expected.low).margin(0.02));
  CHECK(found[1].get<double>() == Approx(expected.high).margin(0.02));
}

}  // namespace

TEST_CASE("the interval of an error rate has the quantiles of a binomial", "[statistics]") {
  const Index n = 400;
  for (const Index wrong : {8, 60, 200}) {
    const double p = static_cast<double>(wrong) / static_cast<double>(n);
    const boost::math::binomial binomial(static_cast<double>(n), p);
    const Interval found = percentile_intervals(n, {20000, 3}, [&](auto drawn) {
                             return share_of_wrong(drawn, wrong);
                           }).at("error");
    // a quantile of 20,000 draws lies where the distribution has 2.5 % -+ 4 standard errors of that
    // share
    const double off = 4 * std::sqrt(0.025 * 0.975 / 20000);
    const auto at = [&](double share) {
      return quantile(binomial, share) / static_cast<double>(n);
    };
    const double step = 1.0 / static_cast<double>(n);  // quantiles are rounded outwards
    CHECK(found.low >= at(0.025 - off) - step);
    CHECK(found.low <= at(0.025 + off) + step);
    CHECK(found.high >= at(0.975 - off) - step);
    CHECK(found.high <= at(0.975 + off) + step);
  }
}

TEST_CASE("test sets are drawn with replacement, by a seed", "[statistics]") {
  std::vector<std::vector<Index>> all;
  const auto keep = [&](std::span<const Index> drawn) -> std::map<std::string, double> {
    all.emplace_back(drawn.begin(), drawn.end());
    return {{"first", static_cast<double>(drawn.front())}, {"none", NAN}};
  };
  const auto intervals = percentile_intervals(5, {50, 1}, keep);
  CHECK(intervals.size() == 1);
  const auto once = std::exchange(all, {});
  for (const auto& drawn : once) {
    CHECK(drawn.size() == 5);
    CHECK(std::is_sorted(drawn.begin(), drawn.end()));
  }
  CHECK(std::any_of(once.begin(), once.end(), [](const auto& drawn) {
    return std::adjacent_find(drawn.begin(), drawn.end()) != drawn.end();
  }));
  (void)percentile_intervals(5, {50, 1}, keep);
  CHECK(std::exchange(all, {}) == once);
  (void)percentile_intervals(5, {50, 2}, keep);
  CHECK(all != once);
}

TEST_CASE("intervals of an evaluation stay within what the metric can have", "[statistics]") {
  const double above = std::nextafter(1.0, 2.0);
  const auto shown = [&](const char* problem, const char* metric) {
    Json evaluation = Json::object();
    add_intervals(*find_problem(problem), {{metric, {-1e-17, above}}}, {1000, 1}, evaluation);
    return evaluation["intervals"][metric];
  };
  CHECK(shown("sequence", "token_error") == Json::array({0.0, 1.0}));
  CHECK(shown("regression", "rmse") == Json::array({0.0, above}));
  CHECK(shown("sequence", "no_metric") == Json::array({-1e-17, above}));
}

TEST_CASE("evaluate --bootstrap draws the rows of a multivariate test set", "[statistics]") {
  const Shell shell;
  train_on_rows(shell);
  std::vector<Row>
      rows;  // 80 in no order of their scores; 8 of 30 positive rows missed, 6 of 50 false
  for (int i = 0; i < 80; ++i) {
    const bool positive = i % 8 < 3, wrong = positive ? i % 4 == 1 : i % 9 == 5;
    rows.push_back({positive, (positive != wrong ? 1 : -1) * (0.1 + 0.37 * (i * 29 % 80) / 80.0)});
  }
  const Json intervals = evaluated(shell, rows, "4000")["intervals"];
  check_near(intervals["f1"], drawn_by_hand(rows, f1_of));
  check_near(intervals["roc_area"], drawn_by_hand(rows, roc_area_of));
  CHECK_FALSE(intervals.contains("loss"));

  const auto wrong = std::count_if(rows.begin(), rows.end(),
                                   [](const Row& row) { return row.positive != (row.value > 0); });
  const boost::math::binomial binomial(80, static_cast<double>(wrong) / 80);
  CHECK(intervals["error_rate"][0].get<double>() ==
        Approx(quantile(binomial, 0.025) / 80).margin(1.01 / 80));
  CHECK(intervals["error_rate"][1].get<double>() ==
        Approx(quantile(binomial, 0.975) / 80).margin(1.01 / 80));
}

TEST_CASE("draws that lack a class of the test set do not count as perfect", "[statistics]") {
  const Shell shell;
  train_on_rows(shell);
  std::vector<Row> rows(50, {false, 1});
  rows.push_back({true, -1});
  // Drawn k times, the positive row stands behind the others and has the average precision k/51; k
  // = 0 is left out, and of the others 97 % have k <= 4.
  const Json intervals = evaluated(shell, rows, "2000")["intervals"];
  CHECK(intervals["average_precision"][0].get<double>() == Approx(1.0 / 51));
  CHECK(intervals["average_precision"][1].get<double>() <= 4.0 / 51 + 1e-12);
  CHECK(intervals["roc_area"] == Json({0.0, 0.0}));
  const Outcome told = shell("evaluate --model m.st --data test.svm --bootstrap 2000");
  CHECK_THAT(told.err,
             Catch::Contains("of 2000 draws have rows of one class alone, and are left out"));
  // where the test set has one class itself, nothing is left out
  CHECK(evaluated(shell, {{false, 1}, {false, -1}}, "50")["intervals"].contains("error_rate"));
}

TEST_CASE("there is no interval of one example", "[statistics]") {
  const Shell shell;
  train_on_rows(shell);
  write_text(shell.folder / "one.svm", "+1 1:1\n");
  const Outcome of_row = shell("evaluate --model m.st --data one.svm --bootstrap 10");
  CHECK(of_row.code != 0);
  CHECK_THAT(of_row.err,
             Catch::Contains("one.svm holds one example, and test sets are drawn from several"));

  write_text(shell.folder / "n.svm", "1 1:1\n2 1:2\n3 1:3\n4 1:4\n");
  const Json config = {{"problem", {{"type", "regression"}}},
                       {"data", {{"format", "svmlight"}, {"train", "n.svm"}}},
                       {"learner", {{"type", "rlsr"}}}};
  write_text(shell.folder / "n.json", config.dump());
  const Outcome trained = shell("train n.json --model n.st");
  INFO(trained.err);
  REQUIRE(trained.code == 0);
  const Outcome of_number = shell("evaluate --model n.st --data one.svm --bootstrap 10");
  CHECK(of_number.code != 0);
  CHECK_THAT(of_number.err,
             Catch::Contains("one.svm holds one example with a target, and test sets"));
}
