// Means, intervals and paired tests. Distributions are Boost.Math's.
#pragma once

#include <optional>
#include <span>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

/// Mean and its standard error s / sqrt(n), s with n - 1. No values: both NaN; one value: the error is NaN.
struct MeanAndError {
  Index count = 0;
  double mean = 0, standard_error = 0;
};
MeanAndError mean_and_error(std::span<const double> values);

struct Interval {
  double low = 0, high = 0;
};

/// Student's interval of the mean, mean -+ t(count - 1) * standard_error; nullopt for fewer than two values.
std::optional<Interval> confidence_interval(const MeanAndError& of, double confidence = 0.95);

/// Student's t-test of differences against zero, with all three alternatives.
struct TTest {
  Index count = 0;
  double mean_difference = 0, standard_error = 0, t = 0;
  double p_less = 1;       ///< against: the mean difference is negative
  double p_greater = 1;    ///< against: the mean difference is positive
  double p_two_sided = 1;  ///< against: the mean difference is not zero
};

/// Paired t-test of first[i] - second[i] + shift. Nullopt for fewer than two pairs.
///
/// Where all differences agree there is no variance to test against: t is -inf, 0 or +inf by the sign of the
/// mean difference, and p is 0 for the alternative of that sign and 1 for the other (two-sided 0); for a
/// difference of zero both one-sided p are 0.5, the two-sided is 1. A spread, and a mean, of no more than 16
/// roundings (16 times the double's epsilon times the largest number involved) counts as zero.
std::optional<TTest> paired_t_test(std::span<const double> first, std::span<const double> second,
                                   double shift = 0);

/// The exponent b of y = a x^b by least squares in log y, log x. Nullopt for fewer than two distinct x, or
/// where an x or y is not positive.
std::optional<double> log_log_slope(std::span<const double> x, std::span<const double> y);

}  // namespace costruct::experiments
