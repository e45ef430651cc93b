// Draws far from the others: found where a mean hides them, and not in ordinary noise.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "costruct/core/random.hpp"
#include "costruct/report/report.hpp"
#include "costruct/report/terminal_table.hpp"
#include "costruct/results/statistics/far_draws.hpp"
#include "costruct/results/statistics/summary.hpp"
#include "support/made_up_run.hpp"

namespace costruct::experiments {
namespace {

using Catch::Contains;
using test::made_up_run;
using test::RunShape;
using Places = std::vector<std::size_t>;
using Values = std::vector<double>;

constexpr LeastDistance kShare{true, Index{300}};
constexpr LeastDistance kNumber{false, {}};

/// Near enough to a standard normal number.
double normal(RandomStream& random) {
  double sum = -6;
  for (int part = 0; part < 12; ++part) sum += random.uniform();
  return sum;
}

/// How many of `cells` cells of `draws` values have a far one.
template <class Draw>
Index alarms(Index cells, Index draws, const LeastDistance& least, const Draw& draw) {
  Index count = 0;
  for (Index cell = 0; cell < cells; ++cell) {
    RandomStream random(1, static_cast<std::uint64_t>(cell), "far draws");
    Values values;
    for (Index r = 0; r < draws; ++r) values.push_back(draw(random));
    count += !far_values(values, least).empty();
  }
  return count;
}

RunResults collapsed_run() {
  RunShape shape;
  shape.learners = {"perceptron", "co_svm"};
  shape.unlabeled = {0, 25};
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index m, Index r) {
    return k == 1 && m == 25 && r == 3 ? 0.477 : 0.1 + 0.004 * static_cast<double>(r % 3);
  });
  run.holdout = 300;
  return run;
}

}  // namespace

TEST_CASE("one of five draws at .477, the rest near .1, is named", "[far_draws]") {
  CHECK(far_values(Values{0.1, 0.11, 0.477, 0.095, 0.105}, kShare) == Places{2});
  CHECK(far_values(Values{0.08, 0.12, 0.1, 0.13, 0.477}, kShare) == Places{4});
  CHECK(far_values(Values{0.9, 0.523, 0.89, 0.905, 0.895}, kShare) == Places{1});  // as accuracy
  CHECK(far_values(Values{0.1, 0.1, 0.1, 0.477, 0.1}, kShare) ==
        Places{3});  // no spread among the others
  CHECK(far_values(Values{20, 21, 19.5, 140, 20.5}, kNumber) == Places{3});  // with a unit
  CHECK(far_values(Values{0.1, 0.477, 0.11, 0.1}, kShare) == Places{1});
}

TEST_CASE("two collapsed draws do not hide each other", "[far_draws]") {
  const Values values = {0.1, 0.11, 0.477, 0.095, 0.105, 0.1, 0.11, 0.46, 0.09, 0.1};
  CHECK(far_values(values, kShare) == Places{2, 7});
}

TEST_CASE(
    "a draw is not far where others are as far, where the distance is small or there are few draws",
    "[far_draws]") {
  CHECK(far_values(Values{0.1, 0.4, 0.2, 0.477, 0.3}, kShare).empty());
  CHECK(far_values(Values{0.1, 0.1, 0.48, 0.47, 0.1}, kShare)
            .empty());  // two of five are no exception
  CHECK(far_values(Values{0.1, 0.1, 0.1, 0.13, 0.1}, kShare).empty());
  CHECK(far_values(Values{0, 0, 0, 0.01, 0}, kShare).empty());  // three errors out of 300
  CHECK(far_values(Values{0, 0, 0, 0.05, 0}, kShare) == Places{3});
  CHECK(far_values(Values{0, 0, 0, 0.05, 0}, {true, Index{20}}).empty());  // one out of 20
  CHECK(far_values(Values{0.1, 0.477, 0.1}, kShare).empty());
  CHECK(far_values(Values{0.2, 0.2, 0.2, 0.2, 0.2}, kShare).empty());
  CHECK(far_values(Values{}, kShare).empty());
  CHECK(far_values(Values{7}, kNumber).empty());
  CHECK(far_values(Values{0, 0, 0, 0, 0}, kNumber).empty());
}

TEST_CASE(
    "normal draws rarely give an alarm: about one cell in a hundred, and next to none of small "
    "spread",
    "[far_draws]") {
  for (const Index draws : {4, 5, 8, 10, 30, 100}) {
    INFO(draws << " draws");
    const Index cells = 2000;
    const auto spread = [](double deviation) {
      return [deviation](RandomStream& random) { return 0.3 + deviation * normal(random); };
    };
    // Rosner's test alone, whatever the distance: 1 % of 2,000 cells are 20, four standard errors
    // more 38. It is approximate where several values are put aside.
    const auto centred = [](RandomStream& random) { return normal(random); };
    CHECK(alarms(cells, draws, kNumber, centred) <= 38);
    CHECK(alarms(cells, draws, kShare, spread(0.1)) <= 38);
    CHECK(alarms(cells, draws, kShare, spread(0.03)) <= 2);
    CHECK(alarms(cells, draws, kShare, spread(0.01)) == 0);
  }
}

TEST_CASE("binomial draws, the noise of scoring, rarely give an alarm", "[far_draws]") {
  for (const Index scored : {20, 100, 300}) {
    for (const double p : {0.002, 0.02, 0.1, 0.4}) {
      for (const Index draws : {5, 20}) {
        INFO(scored << " scored, error " << p << ", " << draws << " draws");
        const auto error_rate = [&](RandomStream& random) {
          Index wrong = 0;
          for (Index i = 0; i < scored; ++i) wrong += random.uniform() < p;
          return static_cast<double>(wrong) / static_cast<double>(scored);
        };
        CHECK(alarms(500, draws, {true, scored}, error_rate) <= 5);
      }
    }
  }
}

TEST_CASE("moving or scaling values finds the same draws, and many of them cost little time",
          "[far_draws]") {
  const Values values = {0.1, 0.11, 0.477, 0.095, 0.105};
  for (const double factor : {1e-200, 0.125, 1e5, 1e200}) {
    Values scaled;
    for (const double v : values) scaled.push_back(factor * v);
    CHECK(far_values(scaled, kNumber) == Places{2});
  }
  Values many(200000, 0.1);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] += 1e-3 * static_cast<double>(i % 7);
  for (std::size_t i = 0; i < 150; ++i) many[1000 * i] = 0.9;
  // More than the 100 that are looked at: these are found, and no others.
  for (const std::size_t i : far_values(many, kShare)) CHECK(many[i] == 0.9);
}

TEST_CASE("a far draw is named with learner, sizes, repetition, value and the others' median",
          "[far_draws]") {
  RunResults run = collapsed_run();
  run.cells[18].row = 41;
  const auto draws = far_draws(run, group_cells(run), "token_error");
  REQUIRE(draws.size() == 1);
  CHECK(
      far_draw_text(draws[0]) ==
      "co_svm, 5 labeled, 25 unlabeled, repetition 3: 0.4770; the median of the other 4 is 0.1040");
  CHECK(draws[0].row == 41);
  CHECK_THAT(terminal_table(run),
             Contains("far from the others: co_svm, 5 labeled, 25 unlabeled, repetition 3"));
  const std::string page = report_html(run);
  CHECK_THAT(page, Contains("token_error: draws far from all others of their cell") &&
                       Contains("1 draw far off"));
  for (CellResult& cell : run.cells) cell.metrics["token_error"] = 0.1;
  CHECK(far_draws(run, group_cells(run), "token_error").empty());
  CHECK_THAT(terminal_table(run), !Contains("far from the others"));
  CHECK_THAT(report_html(run), !Contains("far off") && !Contains("draws far from"));
}

TEST_CASE("the draw of a learner that ignores unlabeled data is named once", "[far_draws]") {
  RunShape shape;
  shape.unlabeled = {0, 25, 100};
  RunResults run = made_up_run(shape, [](std::size_t k, Index, Index, Index r) {
    return k == 0 && r == 2 ? 0.6 : 0.1 + 0.003 * static_cast<double>(r);
  });
  CHECK(far_draws(run, group_cells(run), "token_error").size() == 3);
  run.supervised = {"perceptron"};
  const auto draws = far_draws(run, group_cells(run), "token_error");
  REQUIRE(draws.size() == 1);
  CHECK_THAT(far_draw_text(draws[0]),
             Contains("perceptron, 5 labeled, any number unlabeled, repetition 2"));
  CHECK_THAT(report_html(run), Contains("1 draw far off"));
}

}  // namespace costruct::experiments
