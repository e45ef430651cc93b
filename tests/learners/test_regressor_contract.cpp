// Every regressor of the catalog obeys the laws of a Regressor, on ordinary and on degenerate
// samples.
#include <catch2/catch.hpp>

#include <atomic>

#include "support/regression_data.hpp"

using namespace costruct;
using namespace costruct::test;
using Catch::Contains;

namespace {

struct Case {
  std::string learner;
  Json options;
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const LearnerEntry& entry : learner_catalog()) {
    if (!entry.predicts_numbers) continue;
    cases.push_back({entry.name, Json::object()});
    cases.push_back(
        {entry.name,
         {{"kernel", {{"type", "linear"}}}, {"scaling", "standardize"}, {"intercept", true}}});
    cases.push_back(
        {entry.name, {{"kernel", {{"type", "polynomial"}, {"degree", 3}}}, {"eta", 0.01}}});
    if (!entry.uses_views) continue;
    cases.push_back({entry.name, {{"variant", "semiparametric"}}});
    cases.push_back(
        {entry.name,
         {{"variant", "semiparametric"}, {"kernel", {{"type", "linear"}}}, {"eta", {0.1, 2}}}});
    cases.push_back({entry.name, {{"solver", "distributed"}, {"max_rounds", 20}}});
    cases.push_back(
        {entry.name,
         {{"solver", "distributed"}, {"max_rounds", 20}, {"variant", "semiparametric"}}});
  }
  return cases;
}

FittedRegression fit(const Case& c, const RegressionData& data, int threads = 1) {
  if (find_learner(c.learner)->uses_views)
    return fit_regressor(c.learner, c.options, data.labeled, data.unlabeled, threads);
  return fit_regressor(c.learner, c.options, {data.labeled[0]}, {data.unlabeled[0]}, threads);
}

void check_finite(const FittedRegression& fitted, const RegressionData& data) {
  for (std::size_t v = 0; v < fitted.views.size(); ++v) {
    for (const Matrix* points : {&data.labeled[v].points, &data.unlabeled[v]}) {
      for (const double f : values(fitted.views[v], *points, 1)) CHECK(std::isfinite(f));
    }
  }
  REQUIRE(fitted.report.primal);
  CHECK(std::isfinite(*fitted.report.primal));
  CHECK(*fitted.report.primal >= -1e-9);
  CHECK(!fitted.report.stopped_because.empty());
  CHECK(fitted.report.oracle_calls == 0);
}

template <class Change>
RegressionData changed(Index n, Index m, const Change& change) {
  RegressionData data(2, n, m, 7);
  for (std::size_t v = 0; v < 2; ++v) change(data.labeled[v], data.unlabeled[v]);
  return data;
}

}  // namespace

TEST_CASE(
    "regressors give the same bits again, for 1, 2 and 3 threads, and leave their arguments alone",
    "[learners][regression][determinism]") {
  const RegressionData data(2, 70, 331, 2, true), before = data;
  for (const Case& c : all_cases()) {
    INFO(c.learner << " " << c.options);
    const auto first = fit(c, data);
    check_finite(first, data);
    for (const int threads : {1, 2, 3}) {
      const auto again = fit(c, data, threads);
      CHECK(again.report.primal == first.report.primal);
      CHECK(again.report.history == first.report.history);
      for (std::size_t v = 0; v < first.views.size(); ++v) {
        CHECK(again.views[v].coefficients == first.views[v].coefficients);
        CHECK(values(again.views[v], data.unlabeled[v], threads) ==
              values(first.views[v], data.unlabeled[v], 1));
      }
    }
    for (std::size_t v = 0; v < 2; ++v) {
      CHECK(data.labeled[v].points.data == before.labeled[v].points.data);
      CHECK(data.labeled[v].targets == before.labeled[v].targets);
    }
  }
}

TEST_CASE("values of a function do not depend on the block that a point stands in",
          "[learners][regression]") {
  const RegressionData data(2, 21, 77, 3);
  for (const Case& c : all_cases()) {
    const auto fitted = fit(c, data);
    for (std::size_t v = 0; v < fitted.views.size(); ++v) {
      const Vector whole = values(fitted.views[v], data.unlabeled[v], 2);
      for (Index i = 0; i < 77; ++i) {
        Matrix one(data.unlabeled[v].rows, 1);
        std::copy_n(data.unlabeled[v].column(i).begin(), one.rows, one.data.begin());
        CHECK(values(fitted.views[v], one, 1).front() == whole[i]);
      }
    }
  }
}

TEST_CASE("degenerate samples are learned from", "[learners][regression]") {
  const auto nothing = [](LabeledPoints&, Matrix&) {};
  const std::vector<std::pair<const char*, RegressionData>> samples = {
      {"one labeled point", changed(1, 6, nothing)},
      {"no unlabeled point", changed(5, 0, nothing)},
      {"one of each", changed(1, 1, nothing)},
      {"duplicates", changed(12, 9,
                             [](LabeledPoints& labeled, Matrix& unlabeled) {
                               for (Matrix* points : {&labeled.points, &unlabeled}) {
                                 for (Index i = 0; i < points->cols; ++i) {
                                   for (Index k = 0; k < points->rows; ++k)
                                     (*points)(k, i) = (*points)(k, i % 3);
                                 }
                               }
                             })},
      {"constant columns", changed(8, 6,
                                   [](LabeledPoints& labeled, Matrix& unlabeled) {
                                     for (Matrix* points : {&labeled.points, &unlabeled}) {
                                       for (Index i = 0; i < points->cols; ++i)
                                         (*points)(0, i) = 0.1;
                                     }
                                   })},
      {"all points 0", changed(8, 6,
                               [](LabeledPoints& labeled, Matrix& unlabeled) {
                                 labeled.points = Matrix(labeled.points.rows, 8);
                                 unlabeled = Matrix(unlabeled.rows, 6);
                               })},
      {"equal targets",
       changed(8, 6, [](LabeledPoints& labeled, Matrix&) { labeled.targets.assign(8, 3.5); })},
      {"targets 0",
       changed(8, 6, [](LabeledPoints& labeled, Matrix&) { labeled.targets.assign(8, 0); })},
      {"no features", changed(8, 6,
                              [](LabeledPoints& labeled, Matrix& unlabeled) {
                                labeled.points = Matrix(0, 8);
                                unlabeled = Matrix(0, 6);
                              })},
      {"large targets", changed(8, 6,
                                [](LabeledPoints& labeled, Matrix&) {
                                  for (double& y : labeled.targets) y *= 1e100;
                                })},
      {"large features", changed(8, 6,
                                 [](LabeledPoints& labeled, Matrix& unlabeled) {
                                   for (double& x : labeled.points.data) x *= 1e9;
                                   for (double& x : unlabeled.data) x *= 1e9;
                                 })},
      {"small features", changed(8, 6,
                                 [](LabeledPoints& labeled, Matrix& unlabeled) {
                                   for (double& x : labeled.points.data) x *= 1e-9;
                                   for (double& x : unlabeled.data) x *= 1e-9;
                                 })},
      {"far from the origin", changed(8, 6,
                                      [](LabeledPoints& labeled, Matrix& unlabeled) {
                                        for (double& x : labeled.points.data) x += 1e6;
                                        for (double& x : unlabeled.data) x += 1e6;
                                      })},
  };
  for (const auto& [name, data] : samples) {
    for (const Case& c : all_cases()) {
      INFO(name << ": " << c.learner << " " << c.options);
      if (c.options.value("solver", "") == "distributed" && std::string(name) == "large features")
        continue;
      check_finite(fit(c, data), data);
    }
  }
}

TEST_CASE("samples that nothing can be learned from are a DataError with advice",
          "[learners][regression]") {
  const auto message = [](const Case& c, const RegressionData& data) -> std::string {
    try {
      fit(c, data);
    } catch (const DataError& error) {
      return error.what();
    }
    return "";
  };
  for (const Case& c : all_cases()) {
    INFO(c.learner << " " << c.options);
    RegressionData data(2, 5, 4, 1);
    data.labeled[0] = {Matrix(2, 0), {}};
    CHECK_THAT(message(c, data), Contains("view 1: no labeled points"));
    data = RegressionData(2, 5, 4, 1);
    data.labeled[0].points(1, 2) = std::numeric_limits<double>::quiet_NaN();
    CHECK_THAT(message(c, data), Contains("not finite"));
    data = RegressionData(2, 5, 4, 1);
    data.labeled[0].targets[3] = std::numeric_limits<double>::infinity();
    CHECK_THAT(message(c, data), Contains("target is not finite"));
    data = RegressionData(2, 5, 4, 1);
    for (double& x : data.labeled[0].points.data) x *= 1e300;
    CHECK_THAT(message(c, data), Contains("scale them down"));
    data = RegressionData(2, 5, 4, 1);
    for (double& y : data.labeled[0].targets) y *= 1e200;
    CHECK_THAT(message(c, data), Contains("scale them down"));
    if (!find_learner(c.learner)->uses_views) continue;
    data = RegressionData(2, 5, 4, 1);
    data.unlabeled[1](0, 3) = std::numeric_limits<double>::quiet_NaN();
    CHECK_THAT(message(c, data), Contains("view 2: unlabeled points") && Contains("not finite"));
  }
}

TEST_CASE("regressors say what they solve, and end between two stages where somebody asks for it",
          "[learners][regression]") {
  const RegressionData data(2, 30, 40, 5);
  for (const Case& c : all_cases()) {
    INFO(c.learner << " " << c.options);
    const bool views = find_learner(c.learner)->uses_views;
    const auto labeled = views ? data.labeled : std::vector<LabeledPoints>{data.labeled[0]};
    const auto unlabeled = views ? data.unlabeled : std::vector<Matrix>{data.unlabeled[0]};
    const auto regressor = find_learner(c.learner)->make_regressor(c.options);
    std::string lines;
    std::atomic<bool> stop{false};
    FitContext context;
    context.progress = [&](const std::string& line) { lines += line + "\n"; };
    context.stop = &stop;
    UnlabeledInMemory source(unlabeled);
    const FittedRegression fitted = regressor->fit({labeled, &source}, context);
    CHECK(fitted.report.primal == fit(c, data).report.primal);
    CHECK_THAT(lines, Contains(c.learner + ": solving "));
    context.progress = [&](const std::string&) { stop = true; };
    if (c.options.value("solver", "") == "distributed")
      continue;  // it has functions, and may keep them
    CHECK_THROWS_AS(regressor->fit({labeled, &source}, context), Interrupted);
  }
}
