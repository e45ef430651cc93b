#include "costruct/experiments/results/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "costruct/core/error.hpp"

namespace costruct::experiments {
namespace {

using StudentsT = boost::math::students_t_distribution<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kRoundings = 16 * std::numeric_limits<double>::epsilon();

/// The test of differences that all agree.
void settle_without_variance(TTest& test) {
  const double d = test.mean_difference;
  test.t = d < 0 ? -kInfinity : d > 0 ? kInfinity : 0;
  test.p_less = d < 0 ? 0 : d > 0 ? 1 : 0.5;
  test.p_greater = d < 0 ? 1 : d > 0 ? 0 : 0.5;
  test.p_two_sided = d == 0 ? 1 : 0;
}

}  // namespace

MeanAndError mean_and_error(std::span<const double> values) {
  MeanAndError result{static_cast<Index>(values.size()), kNaN, kNaN};
  if (values.empty()) return result;
  const double n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  result.mean = sum / n;
  // All equal: n times a value, divided by n, may be another double.
  if (std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); })) {
    result.mean = values.front();
  }
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.standard_error = std::sqrt(squares / (n - 1) / n);
  return result;
}

std::optional<Interval> confidence_interval(const MeanAndError& of, double confidence) {
  if (of.count < 2) return std::nullopt;
  const StudentsT distribution(static_cast<double>(of.count - 1));
  const double t = boost::math::quantile(boost::math::complement(distribution, (1 - confidence) / 2));
  return Interval{of.mean - t * of.standard_error, of.mean + t * of.standard_error};
}

std::optional<TTest> paired_t_test(std::span<const double> first, std::span<const double> second,
                                   double shift) {
  COSTRUCT_ASSERT(first.size() == second.size(), "pairs");
  if (first.size() < 2) return std::nullopt;
  std::vector<double> differences(first.size());
  double largest = std::abs(shift);
  for (std::size_t i = 0; i < first.size(); ++i) {
    differences[i] = first[i] - second[i] + shift;
    largest = std::max({largest, std::abs(first[i]), std::abs(second[i])});
  }
  const MeanAndError mean = mean_and_error(differences);
  TTest test;
  test.count = mean.count;
  test.mean_difference = std::abs(mean.mean) <= kRoundings * largest ? 0 : mean.mean;
  test.standard_error = mean.standard_error;
  const auto [lowest, highest] = std::minmax_element(differences.begin(), differences.end());
  if (*highest - *lowest <= kRoundings * largest) {
    test.standard_error = 0;
    settle_without_variance(test);
    return test;
  }
  test.t = test.mean_difference / test.standard_error;
  const StudentsT distribution(static_cast<double>(test.count - 1));
  test.p_less = boost::math::cdf(distribution, test.t);
  test.p_greater = boost::math::cdf(boost::math::complement(distribution, test.t));
  test.p_two_sided = std::min(1.0, 2 * std::min(test.p_less, test.p_greater));
  return test;
}

std::optional<double> log_log_slope(std::span<const double> x, std::span<const double> y) {
  COSTRUCT_ASSERT(x.size() == y.size(), "points");
  const auto positive = [](double value) { return value > 0 && std::isfinite(value); };
  if (!std::all_of(x.begin(), x.end(), positive) || !std::all_of(y.begin(), y.end(), positive)) {
    return std::nullopt;
  }
  if (std::all_of(x.begin(), x.end(), [&](double value) { return value == x.front(); })) return std::nullopt;
  const double n = static_cast<double>(x.size());
  double mean_u = 0, mean_v = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_u += std::log(x[i]) / n;
    mean_v += std::log(y[i]) / n;
  }
  double uu = 0, uv = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = std::log(x[i]) - mean_u;
    uu += u * u;
    uv += u * (std::log(y[i]) - mean_v);
  }
  return uv / uu;
}

}  // namespace costruct::experiments
