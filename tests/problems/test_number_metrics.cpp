// Metrics of predicted numbers, by hand.
#include <catch2/catch.hpp>

#include "costruct/core/error.hpp"
#include "costruct/problems/number_metrics.hpp"

using namespace costruct;

namespace {

double compute(const std::string& name, const Vector& truth, const Vector& predicted) {
  for (const NumberMetric& metric : number_metrics()) {
    if (metric.info.name == name) return metric.compute(truth, predicted);
  }
  throw ConfigError("no metric " + name);
}

}  // namespace

TEST_CASE("errors of numbers are those that one computes by hand", "[problems][metrics]") {
  const Vector y = {1, -4, 2}, f = {2, -4, 4};  // differences 1, 0, 2
  CHECK(compute("rmse", y, f) == Approx(std::sqrt(5.0 / 3)));
  CHECK(compute("rmse_scaled", y, f) == Approx(std::sqrt(5.0 / 3) / 4));
  CHECK(compute("mae", y, f) == Approx(1.0));
}

TEST_CASE("the scale is the largest absolute value, so that negative targets give positive errors",
          "[problems][metrics]") {
  const Vector y = {-1, -2}, f = {-1, -1};
  CHECK(compute("rmse_scaled", y, f) == Approx(std::sqrt(0.5) / 2));
}

TEST_CASE("errors of nothing, and of targets that are all zero, are numbers",
          "[problems][metrics]") {
  const Vector none, zeros = {0, 0}, ones = {1, 1};
  for (const char* name : {"rmse", "rmse_scaled", "mae"}) {
    CHECK(compute(name, none, none) == 0);
    CHECK(compute(name, zeros, ones) == Approx(1.0));
  }
}

TEST_CASE("the square of a large error does not overflow", "[problems][metrics]") {
  const Vector y = {1e200, -1e200}, f = {-1e200, 1e200};
  CHECK(compute("rmse", y, f) == Approx(2e200));
  CHECK(compute("rmse_scaled", y, f) == Approx(2.0));
}

TEST_CASE("views disagree by the root mean square over all pairs, in the units of the scaled error",
          "[problems][metrics]") {
  const std::vector<Vector> views = {{0, 1}, {2, 1}, {0, 3}};  // squares 4 0 | 0 4 | 4 4
  const Vector truth = {-2, 1};
  CHECK(number_disagreement(views, truth) == Approx(std::sqrt(16.0 / 6) / 2));
  CHECK(number_disagreement({{1, 2}}, truth) == 0);
  CHECK(number_disagreement({}, truth) == 0);
}
