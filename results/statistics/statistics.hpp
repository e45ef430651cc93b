// Means, intervals, families of tests and fits of power laws. Distributions are Boost.Math's.
// docs/statistics.md has definitions and sources; paired_tests.hpp has the tests.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// The mean and its standard error s / sqrt(n), where s is the standard deviation with n - 1 in the
/// denominator. Without values both are NaN, and for one value the error is NaN. Their computation
/// does not overflow unless the result is too large for a double.
struct MeanAndError {
  Index count = 0;  ///< n, the number of values
  double mean = 0, standard_error = 0;
};
MeanAndError mean_and_error(std::span<const double> values);

/// A confidence interval, both ends included.
struct Interval {
  double low = 0, high = 0;
};

/// Student's confidence interval of the mean: mean -+ t(count - 1) * standard_error. Nullopt for
/// fewer than two values.
std::optional<Interval> confidence_interval(const MeanAndError& of, double confidence = 0.95);
/// The same with other degrees of freedom. Nullopt for zero degrees, or if mean or error is not
/// finite.
std::optional<Interval> t_interval(double mean, double standard_error, Index degrees,
                                   double confidence);

/// Holm's adjusted p-values of a family of K tests, in the order given. The k-th smallest p is
/// multiplied by K - k + 1. The result is at most 1 and at least the adjusted value before it. NaN
/// stands for a test that was not made: it stays NaN and does not count.
std::vector<double> holm(std::span<const double> p);

/// A power law fitted by least squares of log y on log x.
struct PowerLaw {
  double exponent = 0;
  double standard_error = 0;  ///< of the exponent, from the residuals; NaN for two points
  Index points = 0;
};
/// Nullopt for fewer than two distinct x, or if an x or y is not positive and finite.
std::optional<PowerLaw> fit_power_law(std::span<const double> x, std::span<const double> y);

/// The exponent k for ldexp() that scales values so that their squares and sums neither overflow
/// nor underflow. It is 0 unless the largest magnitude is above 1e150 or below 1e-150.
int safe_exponent(double largest_magnitude);

/// Cuts an interval of means to the values that the metric can have. Unchanged if the metric is
/// null.
Interval within_range(Interval interval, const MetricInfo* metric);
/// Cuts an interval of differences of two means to the values that they can have: -1 to 1 for a
/// share.
Interval difference_within_range(Interval interval, const MetricInfo* metric);

}  // namespace costruct::experiments
