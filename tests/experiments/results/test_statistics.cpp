// Statistics against SciPy 1.10.1 (Debian 12's python3-scipy). Values by
//   stats.ttest_rel(a, b, alternative=...), stats.sem, stats.t.interval(c, n - 1, mean, sem),
//   stats.linregress(np.log(x), np.log(y)).slope
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "costruct/experiments/results/statistics.hpp"

namespace costruct::experiments {
namespace {

struct PairedCase {
  std::vector<double> first, second;
  double mean, error, t, p_less, p_greater, p_two_sided;
};

const std::vector<PairedCase>& paired_cases() {
  static const std::vector<PairedCase> cases = [] {
    std::vector<PairedCase> all = {
        {{0.1, 0.2, 0.3},
         {0.15, 0.22, 0.41},
         -0.05999999999999999,
         0.026457513110645908,
         -2.267786838055363,
         0.07573593128807149,
         0.9242640687119286,
         0.15147186257614298},
        {{1, 2}, {2, 4}, -1.5, 0.5, -3.0, 0.10241638234956672, 0.8975836176504333, 0.20483276469913345},
        {{0.31, 0.29, 0.33, 0.3, 0.28, 0.35, 0.27, 0.32, 0.3, 0.29},
         {0.33, 0.3, 0.32, 0.34, 0.31, 0.36, 0.29, 0.33, 0.34, 0.28},
         -0.016000000000000007,
         0.0056174331821175726,
         -2.8482759796652486,
         0.009571472087744682,
         0.9904285279122553,
         0.019142944175489365},
        {{5, 5, 5, 5, 5, 6},
         {1, 2, 3, 4, 5, 6},
         1.6666666666666667,
         0.6666666666666667,
         2.5000000000000004,
         0.9727549503288119,
         0.027245049671188088,
         0.054490099342376176},
        {{1000001, 1000002, 1000003, 1000005},
         {1000001.5, 1000001, 1000003.5, 1000004},
         0.25,
         0.4330127018922193,
         0.5773502691896258,
         0.6979093482047041,
         0.302090651795296,
         0.604181303590592},
        {{0.5, 0.25, 0.125, 0.75}, {0.25, 0.5, 0.75, 0.125}, 0, 0.27481054079735245, 0, 0.5, 0.5, 1},
    };
    PairedCase thirty{{},
                      {},
                      -0.1550000000000003,
                      0.029648321849739624,
                      -5.227951881578806,
                      6.730696686781655e-06,
                      0.9999932693033132,
                      1.346139337356331e-05};
    for (int x = 1; x <= 30; ++x) {
      thirty.first.push_back(x);
      thirty.second.push_back(x * 1.01 + 0.1 * ((x * 7) % 5 - 2));
    }
    all.push_back(thirty);
    return all;
  }();
  return cases;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("the paired t-test agrees with SciPy", "[statistics]") {
  for (const PairedCase& c : paired_cases()) {
    const auto test = paired_t_test(c.first, c.second);
    REQUIRE(test);
    CHECK(test->count == static_cast<Index>(c.first.size()));
    CHECK(test->mean_difference == Approx(c.mean).epsilon(1e-12).margin(1e-15));
    CHECK(test->standard_error == Approx(c.error).epsilon(1e-12));
    CHECK(test->t == Approx(c.t).epsilon(1e-11).margin(1e-15));
    CHECK(test->p_less == Approx(c.p_less).epsilon(1e-10));
    CHECK(test->p_greater == Approx(c.p_greater).epsilon(1e-10));
    CHECK(test->p_two_sided == Approx(c.p_two_sided).epsilon(1e-10));
  }
}

TEST_CASE("a shift moves the differences of a paired t-test", "[statistics]") {
  const PairedCase& c = paired_cases()[2];
  std::vector<double> moved = c.second;
  for (double& value : moved) value -= 0.01;
  const auto shifted = paired_t_test(c.first, c.second, 0.01);
  const auto expected = paired_t_test(c.first, moved);
  CHECK(shifted->t == Approx(expected->t));
  CHECK(shifted->p_less == Approx(expected->p_less));
}

TEST_CASE("there is no paired t-test of fewer than two pairs", "[statistics]") {
  const std::vector<double> one{1};
  CHECK_FALSE(paired_t_test({}, {}));
  CHECK_FALSE(paired_t_test(one, one));
}

TEST_CASE("equal differences are settled by their sign", "[statistics]") {
  const std::vector<double> low{0.1, 0.2, 0.3}, high{0.2, 0.3, 0.4};  // not equal in the last bits
  const auto less = paired_t_test(low, high);
  CHECK(less->t == -kInfinity);
  CHECK(less->standard_error == 0);
  CHECK((less->p_less == 0 && less->p_greater == 1 && less->p_two_sided == 0));
  const auto greater = paired_t_test(high, low);
  CHECK(greater->t == kInfinity);
  CHECK((greater->p_less == 1 && greater->p_greater == 0 && greater->p_two_sided == 0));
  for (const auto& none : {paired_t_test(low, low), paired_t_test(low, high, 0.1)}) {
    CHECK(none->t == 0);
    CHECK(none->mean_difference == 0);
    CHECK((none->p_less == 0.5 && none->p_greater == 0.5 && none->p_two_sided == 1));
  }
}

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
    // SciPy's quantile of t is right to 1e-10 only (p = 0.05000000000849 at its 5 % point with 6 degrees).
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

TEST_CASE("log-log slopes agree with SciPy and with exact powers", "[statistics]") {
  using Values = std::vector<double>;
  CHECK(*log_log_slope(Values{25, 50, 100, 200}, Values{0.11, 0.25, 0.43, 1.02}) ==
        Approx(1.042138973492997));
  CHECK(*log_log_slope(Values{5, 10, 20}, Values{1, 1.9, 4.4}) == Approx(1.0687517618749673));
  CHECK(*log_log_slope(Values{1, 10}, Values{3, 0.3}) == Approx(-1.0));
  CHECK(*log_log_slope(Values{1, 2, 4, 8}, Values{5, 40, 320, 2560}) == Approx(3.0));
}

TEST_CASE("there is no log-log slope of one size or of what is not positive", "[statistics]") {
  using Values = std::vector<double>;
  CHECK_FALSE(log_log_slope(Values{}, Values{}));
  CHECK_FALSE(log_log_slope(Values{3, 3}, Values{1, 2}));
  CHECK_FALSE(log_log_slope(Values{0, 3}, Values{1, 2}));
  CHECK_FALSE(log_log_slope(Values{1, 3}, Values{1, 0}));
  CHECK_FALSE(log_log_slope(Values{1, 3}, Values{1, kInfinity}));
}

}  // namespace costruct::experiments
