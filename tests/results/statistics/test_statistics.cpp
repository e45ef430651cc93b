// Means, intervals, families and fits against SciPy 1.10.1 (scipy_cases.hpp; intervals by
// stats.t.interval).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "costruct/results/statistics/statistics.hpp"
#include "results/statistics/scipy_cases.hpp"

namespace costruct::experiments {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("means, standard errors and intervals agree with SciPy", "[statistics]") {
  struct Case {
    std::vector<double> values;
    double confidence, mean, error, low, high;
  };
  const std::vector<Case> cases = {
      {{1, 2, 3, 4}, 0.95, 2.5, 0.6454972243679028, 0.445739743239121, 4.5542602567608785},
      {{0.31, 0.29, 0.33, 0.3, 0.28},
       0.95,
       0.302,
       0.008602325267042627,
       0.27811611611900017,
       0.3258838838809998},
      {{2, 8}, 0.99, 5.0, 2.9999999999999996, -185.97022348862194, 195.97022348862194},
      {{1, 1, 2, 3, 5, 8, 13},
       0.9,
       4.714285714285714,
       1.6720999872456608,
       1.4650939922249235,
       7.963477436346504},
  };
  for (const Case& c : cases) {
    const MeanAndError mean = mean_and_error(c.values);
    CHECK(mean.count == static_cast<Index>(c.values.size()));
    CHECK(mean.mean == Approx(c.mean).epsilon(1e-14));
    CHECK(mean.standard_error == Approx(c.error).epsilon(1e-12));
    const auto interval = confidence_interval(mean, c.confidence);
    REQUIRE(interval);
    // SciPy's quantile of t is right to 1e-10 only (p = 0.05000000000849 at its 5 % point with 6
    // degrees).
    CHECK(interval->low == Approx(c.low).epsilon(1e-9));
    CHECK(interval->high == Approx(c.high).epsilon(1e-9));
  }
}

TEST_CASE("one value has a mean and no error, none has neither", "[statistics]") {
  const MeanAndError one = mean_and_error(std::vector<double>{0.25});
  CHECK(one.mean == 0.25);
  CHECK(std::isnan(one.standard_error));
  CHECK_FALSE(confidence_interval(one));
  CHECK(std::isnan(mean_and_error({}).mean));
  CHECK(mean_and_error({}).count == 0);
}

TEST_CASE("the mean of equal values is that value, with no error", "[statistics]") {
  const MeanAndError mean = mean_and_error(std::vector<double>(7, 0.1));
  CHECK(mean.mean == 0.1);
  CHECK(mean.standard_error == 0);
}

TEST_CASE("neither means nor errors overflow or vanish", "[statistics]") {
  const MeanAndError large = mean_and_error(std::vector<double>{1.5e308, 1.25e308, 1.75e308});
  CHECK(large.mean == Approx(1.5e308));
  CHECK(large.standard_error == Approx(0.25e308 / std::sqrt(3.0)));
  const MeanAndError small = mean_and_error(std::vector<double>{1e-300, 2e-300, 3e-300});
  CHECK(small.mean == Approx(2e-300).margin(0));
  CHECK(small.standard_error == Approx(1e-300 / std::sqrt(3.0)).margin(0));
  CHECK(std::isnan(mean_and_error(std::vector<double>{1, std::nan("")}).mean));
  CHECK(mean_and_error(std::vector<double>{1, kInfinity}).mean == kInfinity);
  CHECK_FALSE(confidence_interval(mean_and_error(std::vector<double>{1, kInfinity})));
}

TEST_CASE("Holm's adjustment multiplies the smallest p by all, the next by one fewer",
          "[statistics]") {
  CHECK(holm({}).empty());
  // Holm 1979; the same as R's p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm").
  const auto adjusted = holm(std::vector<double>{0.01, 0.04, 0.03, 0.005});
  CHECK(adjusted[0] == Approx(0.03));
  CHECK(adjusted[1] == Approx(0.06));
  CHECK(adjusted[2] == Approx(0.06));
  CHECK(adjusted[3] == Approx(0.02));
  const auto large = holm(std::vector<double>{0.9, 0.6});
  CHECK((large[0] == 1 && large[1] == 1));
}

TEST_CASE("a test that was not made does not count in its family", "[statistics]") {
  const auto adjusted = holm(std::vector<double>{0.02, std::nan(""), 0.01});
  CHECK(adjusted[0] == Approx(0.02));
  CHECK(std::isnan(adjusted[1]));
  CHECK(adjusted[2] == Approx(0.02));
}

TEST_CASE("Holm rejects whatever Bonferroni rejects", "[statistics]") {
  const std::vector<double> p{0.5, 0.001, 0.04, 0.012, 0.012, 0.3, 0};
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    CHECK(adjusted[i] <= std::min(1.0, p[i] * static_cast<double>(p.size())));
    CHECK(adjusted[i] >= p[i]);
  }
}

TEST_CASE("power laws agree with SciPy and with exact powers", "[statistics]") {
  for (const test::FitCase& c : test::fit_cases()) {
    const auto law = fit_power_law(c.x, c.y);
    REQUIRE(law);
    CHECK(law->exponent == Approx(c.exponent).epsilon(1e-12));
    CHECK(law->standard_error == Approx(c.error).epsilon(1e-10));
    CHECK(law->points == static_cast<Index>(c.x.size()));
  }
  using Values = std::vector<double>;
  CHECK(fit_power_law(Values{1, 2, 4, 8}, Values{5, 40, 320, 2560})->exponent == Approx(3.0));
  CHECK(fit_power_law(Values{1, 2, 4, 8}, Values{5, 40, 320, 2560})->standard_error ==
        Approx(0).margin(1e-12));
  const auto two = fit_power_law(Values{1, 10}, Values{3, 0.3});
  CHECK(two->exponent == Approx(-1.0));
  CHECK(std::isnan(two->standard_error));
}

TEST_CASE("there is no power law of one size or of what is not positive", "[statistics]") {
  using Values = std::vector<double>;
  CHECK_FALSE(fit_power_law(Values{}, Values{}));
  CHECK_FALSE(fit_power_law(Values{3, 3}, Values{1, 2}));
  CHECK_FALSE(fit_power_law(Values{0, 3}, Values{1, 2}));
  CHECK_FALSE(fit_power_law(Values{1, 3}, Values{1, 0}));
  CHECK_FALSE(fit_power_law(Values{1, 3}, Values{1, kInfinity}));
}

}  // namespace costruct::experiments
