// Power laws against values worked out apart from the program.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "costruct/results/statistics/growth_fit.hpp"

namespace costruct::experiments {

TEST_CASE("a power law is found exactly where the points lie on one", "[growth]") {
  const std::vector<double> x = {1, 2, 4, 10};
  std::vector<double> y;
  for (const double size : x) y.push_back(0.25 * std::pow(size, 1.5));
  const auto law = fit_growth(x, y);
  REQUIRE(law);
  CHECK(law->exponent == Approx(1.5));
  CHECK(law->factor == Approx(0.25));
  CHECK(law->interval.low == Approx(1.5));
  CHECK(law->interval.high == Approx(1.5));
  CHECK(law->points == 4);
  CHECK(law->at(9) == Approx(0.25 * 27));
}

TEST_CASE("the interval of the exponent is that of linear regression in the logarithms",
          "[growth]") {
  // log x = 0, 1, 2; log y = 0, 1, 3: slope 1.5, intercept -1/6, residuals 1/6, -1/3, 1/6, hence a
  // residual variance of 1/6 at one degree of freedom and a standard error of sqrt(1/12); t at 97.5
  // % is 12.7062.
  const double e = std::exp(1.0);
  const auto law =
      fit_growth(std::vector<double>{1, e, e * e}, std::vector<double>{1, e, e * e * e});
  REQUIRE(law);
  CHECK(law->exponent == Approx(1.5));
  CHECK(law->factor == Approx(std::exp(-1.0 / 6)));
  CHECK(law->interval.high - law->exponent == Approx(12.7062047 * std::sqrt(1.0 / 12)));
  CHECK(law->exponent - law->interval.low == Approx(12.7062047 * std::sqrt(1.0 / 12)));
}

TEST_CASE("sizes and times that are not positive are left out, and two sizes are too few",
          "[growth]") {
  CHECK_FALSE(fit_growth(std::vector<double>{0, 1, 2}, std::vector<double>{1, 1, 2}));
  CHECK_FALSE(fit_growth(std::vector<double>{2, 2, 2}, std::vector<double>{1, 2, 3}));
  CHECK_FALSE(fit_growth(std::vector<double>{1, 2, 4}, std::vector<double>{1, 0, NAN}));
  CHECK_FALSE(fit_growth({}, {}));
  const auto law = fit_growth(std::vector<double>{0, 1, 2, 4}, std::vector<double>{9, 1, 2, 4});
  REQUIRE(law);
  CHECK(law->points == 3);
  CHECK(law->exponent == Approx(1));
}

}  // namespace costruct::experiments
