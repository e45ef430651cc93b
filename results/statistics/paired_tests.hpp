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

/// The tests of paired differences.
enum class PairedTest { kPairedT, kWilcoxon, kSign, kCorrectedResampledT };

/// The names of the tests, in the order of PairedTest: paired_t, wilcoxon, sign,
/// corrected_resampled_t.
const std::vector<std::string>& paired_test_names();
/// The test with this name; nullopt if there is none.
std::optional<PairedTest> find_paired_test(std::string_view name);
const std::string& test_name(PairedTest test);

/// The test that compares learners if the config names none. It depends on the protocol of the
/// sweep: corrected_resampled_t if repetitions are random draws of the same examples (resample,
/// folds), else paired_t.
const std::string& default_test(std::string_view protocol);

/// The result of a test of d[i] = first[i] - second[i] + shift against "no difference", with all
/// three alternatives.
struct PairedResult {
  Index count = 0;             ///< pairs given
  Index zeros = 0;             ///< pairs with d = 0; wilcoxon and sign leave them out
  double mean_difference = 0;  ///< mean of d
  /// Standard error of the mean difference, as the test computes it. For sign and wilcoxon: as
  /// paired_t does. NaN for one pair.
  double standard_error = 0;
  /// Cohen's d_z = mean / standard deviation of d. 0 or +-inf if d is constant; NaN for one pair.
  double effect_size = 0;
  /// t (t-tests), the sum of positive ranks (wilcoxon), or the number of positive differences
  /// (sign).
  double statistic = 0;
  double p_less = 1;     ///< of the alternative: first is lower
  double p_greater = 1;  ///< of the alternative: first is higher
  double p_two_sided = 1;
};

/// All tests return nullopt if a number is not finite. The t-tests return it for fewer than two
/// pairs, wilcoxon and sign for no pairs. A spread or a difference counts as zero if it is at most
///   16 * (epsilon of double) * (largest number involved).

/// Student's paired t-test.
///
/// If all J differences are equal, there is no variance to test against. Then t is -inf, 0 or +inf
/// by the sign of the difference. J equal numbers show no more than J equal signs, so p is that of
/// the sign test:
///   2^-J     for the alternative with that sign
///   1        for the other alternative
///   2^(1-J)  two-sided
/// For a difference of zero both one-sided p are 0.5, and the two-sided p is 1.
std::optional<PairedResult> paired_t_test(std::span<const double> first,
                                          std::span<const double> second, double shift = 0);

/// Nadeau and Bengio's corrected resampled t-test for overlapping training sets. It is the paired
/// t-test with J pairs and another variance of the mean:
///   (1/J + test_train_ratio) s^2,  test_train_ratio = (holdout size) / (training size).
std::optional<PairedResult> corrected_resampled_t_test(std::span<const double> first,
                                                       std::span<const double> second,
                                                       double test_train_ratio, double shift = 0);

/// Wilcoxon's signed-rank test. Zeros are left out, and ties share their mean rank.
///
/// Up to 50 differences the distribution given the ranks is exact, ties included. With more it is
/// the normal approximation; its variance is corrected for ties, without continuity correction.
/// p_two_sided is twice the smaller one-sided p, at most 1.
std::optional<PairedResult> wilcoxon_test(std::span<const double> first,
                                          std::span<const double> second, double shift = 0);

/// The sign test: the number of positive differences is binomial. Zeros are left out.
std::optional<PairedResult> sign_test(std::span<const double> first, std::span<const double> second,
                                      double shift = 0);

/// Calls the named test. Nullopt for corrected_resampled_t without a ratio.
std::optional<PairedResult> paired_test(PairedTest test, std::span<const double> first,
                                        std::span<const double> second, double shift,
                                        std::optional<double> test_train_ratio);

/// One-sided or two-sided test.
enum class Sides { kOne, kTwo };

/// The power of a t-test: the probability that it finds a mean difference of `effect` >= 0 at level
/// alpha. `standard_error` is that of the mean; the test has count - 1 degrees of freedom. The
/// power follows the noncentral t distribution. NaN for fewer than two pairs and for a standard
/// error that is zero or not finite: without any spread the power is not known.
double t_test_power(double effect, double standard_error, Index count, double alpha, Sides sides);

}  // namespace costruct::experiments
