// Tests of paired differences, and the power of the t-test. docs/statistics.md has definitions and
// sources.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costruct/core/types.hpp"

namespace costruct::experiments {

enum class PairedTest { kPairedT, kWilcoxon, kSign, kCorrectedResampledT };

/// paired_t, wilcoxon, sign, corrected_resampled_t: by the values of PairedTest.
const std::vector<std::string>& paired_test_names();
std::optional<PairedTest> find_paired_test(std::string_view name);
const std::string& test_name(PairedTest test);

/// The test that compares learners where none is named, by the protocol of the sweep:
/// corrected_resampled_t where repetitions are random draws of the same examples (resample, folds),
/// else paired_t.
const std::string& default_test(std::string_view protocol);

/// A test of d[i] = first[i] - second[i] + shift against "no difference", with all three
/// alternatives.
struct PairedResult {
  Index count = 0;             ///< pairs given
  Index zeros = 0;             ///< pairs that do not differ, which wilcoxon and sign leave out
  double mean_difference = 0;  ///< of d
  double standard_error =
      0;  ///< of the mean difference, as the test sees it (sign, wilcoxon: as paired_t)
  double effect_size =
      0;  ///< Cohen's d_z, mean / standard deviation of d; 0 or +-inf where d is constant
  double statistic = 0;  ///< t; the sum of positive ranks; the number of positive differences
  double p_less = 1;     ///< against: first is lower
  double p_greater = 1;  ///< against: first is higher
  double p_two_sided = 1;
};

/// Each test is nullopt where a number is not finite, for fewer than two pairs (the t-tests) or for
/// none (wilcoxon, sign). A spread, and a difference, of no more than 16 roundings (16 times the
/// double's epsilon times the largest number involved) counts as zero.

/// Student's paired t-test. Where all J differences agree there is no variance to test against: t
/// is -inf, 0 or +inf by the sign of the difference, and p is that of the sign test, 2^-J for the
/// alternative of that sign and 1 for the other (two-sided 2^(1-J)), since J equal numbers show no
/// more than J equal signs. For a difference of zero both one-sided p are 0.5, the two-sided is 1.
std::optional<PairedResult> paired_t_test(std::span<const double> first,
                                          std::span<const double> second, double shift = 0);

/// Nadeau and Bengio's t-test for overlapping training sets: as the paired t-test with J pairs, but
/// the variance of the mean is (1/J + test_train_ratio) s^2. The ratio is (holdout size) /
/// (training size).
std::optional<PairedResult> corrected_resampled_t_test(std::span<const double> first,
                                                       std::span<const double> second,
                                                       double test_train_ratio, double shift = 0);

/// Wilcoxon's signed ranks: zeros are left out, ties share their mean rank. Up to 50 differences
/// the distribution given the ranks is exact, ties included; beyond it is normal with the variance
/// corrected for ties and no correction for continuity. p_two_sided is twice the smaller one-sided
/// p, at most 1.
std::optional<PairedResult> wilcoxon_test(std::span<const double> first,
                                          std::span<const double> second, double shift = 0);

/// The sign test: zeros are left out, the number of positive differences is binomial.
std::optional<PairedResult> sign_test(std::span<const double> first, std::span<const double> second,
                                      double shift = 0);

/// The test of that kind. Without a ratio there is no corrected_resampled_t.
std::optional<PairedResult> paired_test(PairedTest test, std::span<const double> first,
                                        std::span<const double> second, double shift,
                                        std::optional<double> test_train_ratio);

enum class Sides { kOne, kTwo };

/// The probability that a t-test at level alpha with count - 1 degrees of freedom finds a mean
/// difference of `effect` >= 0 where the mean has this standard error: the noncentral t
/// distribution. NaN for fewer than two pairs, an error that is not finite, or no error at all:
/// without any spread nothing is known of it.
double t_test_power(double effect, double standard_error, Index count, double alpha, Sides sides);

}  // namespace costruct::experiments
