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

/// Mean and its standard error s / sqrt(n), s with n - 1. No values: both NaN; one value: the error
/// is NaN. Neither overflows where the result itself is a double.
struct MeanAndError {
  Index count = 0;
  double mean = 0, standard_error = 0;
};
MeanAndError mean_and_error(std::span<const double> values);

struct Interval {
  double low = 0, high = 0;
};

/// Student's interval of the mean, mean -+ t(count - 1) * standard_error; nullopt for fewer than
/// two values.
std::optional<Interval> confidence_interval(const MeanAndError& of, double confidence = 0.95);
/// The same with other degrees of freedom; nullopt for none, or where mean or error is not finite.
std::optional<Interval> t_interval(double mean, double standard_error, Index degrees,
                                   double confidence);

/// Holm's adjusted p of a family of tests, in the order given: the k-th smallest of K is multiplied
/// by K - k
/// + 1, at most 1, and is no smaller than any before it. NaN stands for a test that was not made:
/// it stays NaN and does not count.
std::vector<double> holm(std::span<const double> p);

/// Least squares of log y on log x.
struct PowerLaw {
  double exponent = 0;
  double standard_error = 0;  ///< of the exponent, from the residuals; NaN for two points
  Index points = 0;
};
/// Nullopt for fewer than two distinct x, or where an x or y is not positive and finite.
std::optional<PowerLaw> fit_power_law(std::span<const double> x, std::span<const double> y);

/// The exponent k by which values should be multiplied with ldexp() so that their squares and sums
/// neither overflow nor vanish: 0 unless the largest magnitude is above 1e150 or below 1e-150.
int safe_exponent(double largest_magnitude);

/// An interval of means of that metric, cut to the values that it can have; of one that is not in
/// the catalog, as it is.
Interval within_range(Interval interval, const MetricInfo* metric);
/// An interval of differences of two means, cut to the differences that it can have: -1 to 1 of a
/// share.
Interval difference_within_range(Interval interval, const MetricInfo* metric);

}  // namespace costruct::experiments
