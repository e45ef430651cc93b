// Metrics of predicted numbers, by hand.
#include <catch2/catch.hpp>

#include "costruct/core/error.hpp"
#include "costruct/experiments/measures/metrics.hpp"
#include "costruct/experiments/measures/number_metrics.hpp"

using namespace costruct;
using namespace costruct::experiments;

TEST_CASE("errors of numbers are those that one computes by hand", "[results][metrics]") {
  const Vector y = {1, -4, 2}, f = {2, -4, 4};  // differences 1, 0, 2
  CHECK(compute_number_metric("rmse", y, f) == Approx(std::sqrt(5.0 / 3)));
  CHECK(compute_number_metric("rmse_scaled", y, f) == Approx(std::sqrt(5.0 / 3) / 4));
  CHECK(compute_number_metric("mae", y, f) == Approx(1.0));
}

TEST_CASE("the scale is the largest absolute value, so that negative targets give positive errors",
          "[results][metrics]") {
  const Vector y = {-1, -2}, f = {-1, -1};
  CHECK(compute_number_metric("rmse_scaled", y, f) == Approx(std::sqrt(0.5) / 2));
}

TEST_CASE("errors of nothing, and of targets that are all zero, are numbers", "[results][metrics]") {
  const Vector none, zeros = {0, 0}, ones = {1, 1};
  for (const char* name : {"rmse", "rmse_scaled", "mae"}) {
    CHECK(compute_number_metric(name, none, none) == 0);
    CHECK(compute_number_metric(name, zeros, ones) == Approx(1.0));
  }
}

TEST_CASE("the square of a large error does not overflow", "[results][metrics]") {
  const Vector y = {1e200, -1e200}, f = {-1e200, 1e200};
  CHECK(compute_number_metric("rmse", y, f) == Approx(2e200));
  CHECK(compute_number_metric("rmse_scaled", y, f) == Approx(2.0));
}

TEST_CASE("views disagree by the root mean square over all pairs, in the units of the scaled error",
          "[results][metrics]") {
  const std::vector<Vector> views = {{0, 1}, {2, 1}, {0, 3}};  // squares 4 0 | 0 4 | 4 4
  const Vector truth = {-2, 1};
  CHECK(number_disagreement(views, truth) == Approx(std::sqrt(16.0 / 6) / 2));
  CHECK(number_disagreement({{1, 2}}, truth) == 0);
  CHECK(number_disagreement({}, truth) == 0);
}

TEST_CASE("every metric of numbers in the catalog has a value, and no other metric has",
          "[results][metrics]") {
  const Vector y = {1}, f = {2};
  Index numbers = 0;
  for (const MetricEntry& entry : metric_catalog()) {
    INFO(entry.name);
    if (entry.of_numbers) {
      CHECK_NOTHROW(compute_number_metric(entry.name, y, f));
      ++numbers;
    } else {
      CHECK_THROWS_AS(compute_number_metric(entry.name, y, f), ConfigError);
    }
  }
  CHECK(numbers == 3);
  CHECK(view_metric(std::vector<std::string>{"rmse"}) == std::string("rmse_scaled"));
  CHECK(view_metric(std::vector<std::string>{"f1_micro"}) == std::string("token_error"));
}
