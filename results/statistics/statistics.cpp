#include "costruct/results/statistics/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "costruct/core/error.hpp"

namespace costruct::experiments {
namespace {

using TDistribution = boost::math::students_t_distribution<double>;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double largest_magnitude(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace

int safe_exponent(double largest_magnitude) {
  if (!std::isfinite(largest_magnitude) || largest_magnitude == 0) return 0;
  if (largest_magnitude <= 1e150 && largest_magnitude >= 1e-150) return 0;
  return -std::ilogb(largest_magnitude);
}

MeanAndError mean_and_error(std::span<const double> values) {
  MeanAndError result{static_cast<Index>(values.size()), kUndefined, kUndefined};
  if (values.empty()) return result;
  const double n = static_cast<double>(values.size());
  const int exponent = safe_exponent(largest_magnitude(values));
  const auto scaled = [exponent](double value) {
    return exponent == 0 ? value : std::ldexp(value, exponent);
  };
  double sum = 0;
  for (const double value : values) sum += scaled(value);
  double mean = sum / n;
  // For equal values, n times the value divided by n may be another double.
  if (std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); })) {
    mean = scaled(values.front());
  }
  result.mean = std::ldexp(mean, -exponent);
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (scaled(value) - mean) * (scaled(value) - mean);
  result.standard_error = std::ldexp(std::sqrt(squares / (n - 1) / n), -exponent);
  return result;
}

std::optional<Interval> t_interval(double mean, double standard_error, Index degrees,
                                   double confidence) {
  if (degrees < 1 || !std::isfinite(mean) || !std::isfinite(standard_error)) return std::nullopt;
  const TDistribution distribution(static_cast<double>(degrees));
  const double t =
      boost::math::quantile(boost::math::complement(distribution, (1 - confidence) / 2));
  return Interval{mean - t * standard_error, mean + t * standard_error};
}

std::optional<Interval> confidence_interval(const MeanAndError& of, double confidence) {
  return t_interval(of.mean, of.standard_error, of.count - 1, confidence);
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!std::isnan(p[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size(), kUndefined);
  double floor = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    floor = std::max(floor, std::min(1.0, p[order[k]] * static_cast<double>(order.size() - k)));
    adjusted[order[k]] = floor;
  }
  return adjusted;
}

std::optional<PowerLaw> fit_power_law(std::span<const double> x, std::span<const double> y) {
  COSTRUCT_ASSERT(x.size() == y.size(), "points");
  const auto positive = [](double value) { return value > 0 && std::isfinite(value); };
  if (!std::all_of(x.begin(), x.end(), positive) || !std::all_of(y.begin(), y.end(), positive)) {
    return std::nullopt;
  }
  if (std::all_of(x.begin(), x.end(), [&](double value) { return value == x.front(); }))
    return std::nullopt;
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
  PowerLaw law{uv / uu, kUndefined, static_cast<Index>(x.size())};
  if (x.size() < 3) return law;
  double residuals = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double residual = std::log(y[i]) - mean_v - law.exponent * (std::log(x[i]) - mean_u);
    residuals += residual * residual;
  }
  law.standard_error = std::sqrt(residuals / (n - 2) / uu);
  return law;
}

Interval within_range(Interval interval, const MetricInfo* metric) {
  if (metric == nullptr) return interval;
  return {std::max(interval.low, metric->lowest()), std::min(interval.high, metric->highest())};
}

Interval difference_within_range(Interval interval, const MetricInfo* metric) {
  if (metric == nullptr) return interval;
  const double width = metric->highest() - metric->lowest();
  return {std::max(interval.low, -width), std::min(interval.high, width)};
}

}  // namespace costruct::experiments
