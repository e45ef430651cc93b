// Paired tests and power against the values of SciPy in scipy_cases.hpp, and what SciPy leaves
// open.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "costruct/results/statistics/paired_tests.hpp"
#include "results/statistics/scipy_cases.hpp"

namespace costruct::experiments {
namespace {

using test::ScipyCase;
using Values = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Approx near(double value, double relative) {
  return Approx(value).epsilon(relative).margin(1e-15);
}

/// All tests that have a result, of the same differences.
std::vector<PairedResult> all_tests(const Values& first, const Values& second, double shift = 0) {
  std::vector<PairedResult> results;
  for (const std::string& name : paired_test_names()) {
    const auto result = paired_test(*find_paired_test(name), first, second, shift, 0.5);
    if (result) results.push_back(*result);
  }
  return results;
}

}  // namespace

TEST_CASE("the paired t-test agrees with SciPy", "[statistics]") {
  int checked = 0;
  for (const ScipyCase& c : test::scipy_cases()) {
    if (std::isnan(c.paired_t.t)) continue;
    INFO(c.name);
    const auto test = paired_t_test(c.first, c.second);
    REQUIRE(test);
    CHECK(test->count == static_cast<Index>(c.first.size()));
    CHECK(test->mean_difference == near(c.paired_t.mean, 1e-12));
    CHECK(test->standard_error == near(c.paired_t.error, 1e-12));
    CHECK(test->effect_size == near(c.paired_t.effect_size, 1e-12));
    CHECK(test->statistic == near(c.paired_t.t, 1e-11));
    CHECK(test->p_less == near(c.paired_t.p_less, 1e-10));
    CHECK(test->p_greater == near(c.paired_t.p_greater, 1e-10));
    CHECK(test->p_two_sided == near(c.paired_t.p_two_sided, 1e-10));
    ++checked;
  }
  CHECK(checked >= 10);
}

TEST_CASE("the corrected resampled t-test agrees with its formula in SciPy", "[statistics]") {
  for (const ScipyCase& c : test::scipy_cases()) {
    if (std::isnan(c.corrected.t)) continue;
    INFO(c.name);
    const auto test = corrected_resampled_t_test(c.first, c.second, 0.5);
    REQUIRE(test);
    CHECK(test->standard_error == near(c.corrected.error, 1e-12));
    CHECK(test->statistic == near(c.corrected.t, 1e-11));
    CHECK(test->p_less == near(c.corrected.p_less, 1e-10));
    CHECK(test->p_greater == near(c.corrected.p_greater, 1e-10));
    CHECK(test->p_two_sided == near(c.corrected.p_two_sided, 1e-10));
    // The overlap of training sets never makes a difference look surer.
    CHECK(test->p_two_sided >= paired_t_test(c.first, c.second)->p_two_sided);
  }
}

TEST_CASE("signed ranks agree with SciPy, exact and normal, with ties and zeros", "[statistics]") {
  int checked = 0;
  for (const ScipyCase& c : test::scipy_cases()) {
    if (std::isnan(c.wilcoxon.statistic)) continue;
    INFO(c.name);
    const auto test = wilcoxon_test(c.first, c.second);
    REQUIRE(test);
    CHECK(test->statistic == c.wilcoxon.statistic);
    CHECK(test->p_less == near(c.wilcoxon.p_less, 1e-10));
    CHECK(test->p_greater == near(c.wilcoxon.p_greater, 1e-10));
    CHECK(test->p_two_sided == near(c.wilcoxon.p_two_sided, 1e-10));
    ++checked;
  }
  CHECK(checked >= 15);
}

TEST_CASE("the sign test agrees with SciPy", "[statistics]") {
  for (const ScipyCase& c : test::scipy_cases()) {
    INFO(c.name);
    const auto test = sign_test(c.first, c.second);
    REQUIRE(test);
    CHECK(test->statistic == c.sign.statistic);
    CHECK(test->p_less == near(c.sign.p_less, 1e-12));
    CHECK(test->p_greater == near(c.sign.p_greater, 1e-12));
    CHECK(test->p_two_sided == near(c.sign.p_two_sided, 1e-12));
  }
}

TEST_CASE("the power of the t-test agrees with SciPy's noncentral t", "[statistics]") {
  for (const test::PowerCase& c : test::power_cases()) {
    INFO(c.effect << " with error " << c.error << " and " << c.count << " pairs");
    CHECK(t_test_power(c.effect, c.error, c.count, c.alpha, Sides::kOne) ==
          near(c.one_sided, 1e-8));
    CHECK(t_test_power(c.effect, c.error, c.count, c.alpha, Sides::kTwo) ==
          near(c.two_sided, 1e-8));
  }
}

TEST_CASE("power grows with the effect from alpha to one, however large", "[statistics]") {
  for (const Index count : {2, 3, 10, 500}) {
    for (const Sides sides : {Sides::kOne, Sides::kTwo}) {
      double before = 0.05 - 1e-9;
      for (const double effect : {0.0, 0.1, 1.0, 10.0, 900.0, 999.0, 1001.0, 1e4, 1e8, 1e300}) {
        const double power = t_test_power(effect, 1, count, 0.05, sides);
        INFO(effect << " with " << count << " pairs");
        CHECK(power >= before - 1e-4);  // where one formula follows the other, they differ by less
        CHECK(power <= 1);
        before = power;
      }
      CHECK(before == Approx(1));
    }
  }
}

TEST_CASE("power without a standard error is not known", "[statistics]") {
  CHECK(std::isnan(t_test_power(0.01, 0, 5, 0.05, Sides::kOne)));
  CHECK(std::isnan(t_test_power(0, 0, 5, 0.05, Sides::kTwo)));
  CHECK(std::isnan(t_test_power(0.01, 0.1, 1, 0.05, Sides::kOne)));
  CHECK(std::isnan(t_test_power(0.01, kInfinity, 5, 0.05, Sides::kTwo)));
}

TEST_CASE("swapping the learners swaps the alternatives of every test", "[statistics]") {
  for (const ScipyCase& c : test::scipy_cases()) {
    const auto forth = all_tests(c.first, c.second), back = all_tests(c.second, c.first);
    REQUIRE(forth.size() == back.size());
    for (std::size_t i = 0; i < forth.size(); ++i) {
      INFO(c.name);
      CHECK(forth[i].p_less == near(back[i].p_greater, 1e-12));
      CHECK(forth[i].p_two_sided == near(back[i].p_two_sided, 1e-12));
      CHECK(forth[i].mean_difference == -back[i].mean_difference);
    }
  }
}

TEST_CASE("no test changes when all numbers are multiplied by a power of two", "[statistics]") {
  const ScipyCase& c = test::scipy_cases()[12];
  const auto expected = all_tests(c.first, c.second);
  for (const int exponent : {-1000, -600, 500, 1023}) {
    Values first, second;
    for (std::size_t i = 0; i < c.first.size(); ++i) {
      first.push_back(std::ldexp(c.first[i], exponent));
      second.push_back(std::ldexp(c.second[i], exponent));
    }
    const auto found = all_tests(first, second);
    REQUIRE(found.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(found[i].statistic == Approx(expected[i].statistic).epsilon(1e-12));
      CHECK(std::isfinite(found[i].standard_error));
    }
  }
}

TEST_CASE("a shift moves the differences of every test", "[statistics]") {
  const Values first{0.5, 0.25, 0.75, 1}, second{0.25, 0.5, 0.125, 0.5};
  Values moved = second;
  for (double& value : moved) value -= 0.125;
  const auto shifted = all_tests(first, second, 0.125), expected = all_tests(first, moved);
  REQUIRE(shifted.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(shifted[i].statistic == Approx(expected[i].statistic));
    CHECK(shifted[i].p_less == Approx(expected[i].p_less));
  }
}

TEST_CASE("the t-tests need two pairs, the others one", "[statistics]") {
  const Values one{1}, none;
  CHECK(all_tests(none, none).empty());
  CHECK_FALSE(paired_t_test(one, one));
  CHECK_FALSE(corrected_resampled_t_test(one, one, 0.5));
  CHECK(wilcoxon_test(one, one)->p_two_sided == 1);
  CHECK(sign_test(one, one)->p_two_sided == 1);
  CHECK_FALSE(
      paired_test(PairedTest::kCorrectedResampledT, Values{1, 2}, Values{2, 4}, 0, std::nullopt));
}

TEST_CASE("what is not finite is refused", "[statistics]") {
  for (const double bad : {kInfinity, -kInfinity, test::kNaN}) {
    CHECK(all_tests({1, bad, 3}, {1, 2, 4}).empty());
    CHECK(all_tests({1, 2, 3}, {bad, 2, 4}).empty());
    CHECK(all_tests({1, 2, 3}, {1, 2, 4}, bad).empty());
  }
}

TEST_CASE("equal differences are settled by the sign test", "[statistics]") {
  const Values low{0.1, 0.2, 0.3}, high{0.2, 0.3, 0.4};  // not equal in the last bits
  for (const double ratio : {0.0, 0.5}) {
    const auto less = corrected_resampled_t_test(low, high, ratio);
    CHECK(less->statistic == -kInfinity);
    CHECK(less->effect_size == -kInfinity);
    CHECK(less->standard_error == 0);
    CHECK((less->p_less == 0.125 && less->p_greater == 1 && less->p_two_sided == 0.25));
    const auto greater = corrected_resampled_t_test(high, low, ratio);
    CHECK(greater->statistic == kInfinity);
    CHECK((greater->p_less == 1 && greater->p_greater == 0.125 && greater->p_two_sided == 0.25));
  }
  for (const std::size_t count : {2, 7, 20}) {
    const Values ones(count, 1), zeros(count, 0);
    const auto t = paired_t_test(zeros, ones), signs = sign_test(zeros, ones);
    CHECK(t->p_less == Approx(signs->p_less));
    CHECK(t->p_greater == Approx(signs->p_greater));
    CHECK(t->p_two_sided == Approx(signs->p_two_sided));
  }
  for (const auto& none : {paired_t_test(low, low), paired_t_test(low, high, 0.1)}) {
    CHECK(none->statistic == 0);
    CHECK(none->mean_difference == 0);
    CHECK(none->effect_size == 0);
    CHECK((none->p_less == 0.5 && none->p_greater == 0.5 && none->p_two_sided == 1));
  }
}

TEST_CASE("ranks see ties and zeros through rounding", "[statistics]") {
  // 0.34 - 0.3 and 0.33 - 0.29 differ in their last bits, 0.3 - 0.1 is not 0.2.
  const auto test = wilcoxon_test(Values{0.34, 0.33, 0.3, 0.5}, Values{0.3, 0.29, 0.1, 0.5});
  CHECK(test->zeros == 1);
  CHECK(test->statistic == 6);
  CHECK(test->p_greater == 0.125);
  CHECK(wilcoxon_test(Values{0.34, 0.29}, Values{0.3, 0.33})->statistic == 1.5);
  CHECK(sign_test(Values{0.3}, Values{0.1 + 0.2})->zeros == 1);
}

}  // namespace costruct::experiments
