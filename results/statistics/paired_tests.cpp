#include "costruct/results/statistics/paired_tests.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "costruct/core/error.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

using StudentsT = boost::math::students_t_distribution<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kRoundings = 16 * std::numeric_limits<double>::epsilon();
constexpr std::size_t kMostExactRanks = 50;  // 2^50 sign patterns can be counted in a double

/// Differences multiplied by 2^exponent, and a bound of their rounding errors.
struct Differences {
  std::vector<double> values;
  double rounding = 0;
  int exponent = 0;

  bool constant() const {
    const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
    return *highest - *lowest <= rounding;
  }
};

std::optional<Differences> differences_of(std::span<const double> first,
                                          std::span<const double> second, double shift) {
  COSTRUCT_ASSERT(first.size() == second.size(), "pairs");
  double largest = std::abs(shift);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (!std::isfinite(first[i]) || !std::isfinite(second[i])) return std::nullopt;
    largest = std::max({largest, std::abs(first[i]), std::abs(second[i])});
  }
  if (!std::isfinite(largest)) return std::nullopt;
  Differences differences;
  differences.exponent = safe_exponent(largest);
  const auto scaled = [&](double value) {
    return differences.exponent == 0 ? value : std::ldexp(value, differences.exponent);
  };
  differences.rounding = kRoundings * scaled(largest);
  for (std::size_t i = 0; i < first.size(); ++i) {
    differences.values.push_back(scaled(first[i]) - scaled(second[i]) + scaled(shift));
  }
  return differences;
}

/// The parts of a result that all tests share. The standard error of the mean is `error_factor` *
/// s.
PairedResult describe(const Differences& differences, double error_factor) {
  const double n = static_cast<double>(differences.values.size());
  MeanAndError mean = mean_and_error(differences.values);
  PairedResult result;
  result.count = mean.count;
  result.zeros = std::count_if(differences.values.begin(), differences.values.end(),
                               [&](double d) { return std::abs(d) <= differences.rounding; });
  if (std::abs(mean.mean) <= differences.rounding) mean.mean = 0;
  result.mean_difference = std::ldexp(mean.mean, -differences.exponent);
  if (mean.count < 2) {
    result.standard_error = result.effect_size = kNaN;
  } else if (differences.constant()) {
    result.effect_size = mean.mean < 0 ? -kInfinity : mean.mean > 0 ? kInfinity : 0;
  } else {
    const double deviation = mean.standard_error * std::sqrt(n);
    result.standard_error = std::ldexp(deviation * error_factor, -differences.exponent);
    result.effect_size = mean.mean / deviation;
  }
  return result;
}

/// The t-test of differences that are all equal: it has the result of the sign test.
void settle_without_variance(PairedResult& test) {
  const double d = test.mean_difference;
  test.statistic = d < 0 ? -kInfinity : d > 0 ? kInfinity : 0;
  const double p = std::ldexp(1.0, -static_cast<int>(test.count));
  test.p_less = d < 0 ? p : d > 0 ? 1 : 0.5;
  test.p_greater = d < 0 ? 1 : d > 0 ? p : 0.5;
  test.p_two_sided = d == 0 ? 1 : std::min(1.0, 2 * p);
}

std::optional<PairedResult> t_test(std::span<const double> first, std::span<const double> second,
                                   double shift, double test_train_ratio) {
  const auto differences = differences_of(first, second, shift);
  if (!differences || first.size() < 2) return std::nullopt;
  const double factor = std::sqrt(1 / static_cast<double>(first.size()) + test_train_ratio);
  PairedResult test = describe(*differences, factor);
  if (differences->constant()) {
    settle_without_variance(test);
    return test;
  }
  test.statistic = test.effect_size / factor;
  const StudentsT distribution(static_cast<double>(test.count - 1));
  test.p_less = boost::math::cdf(distribution, test.statistic);
  test.p_greater = boost::math::cdf(boost::math::complement(distribution, test.statistic));
  test.p_two_sided = std::min(1.0, 2 * std::min(test.p_less, test.p_greater));
  return test;
}

/// The ranks by magnitude of the differences that are not zero. Each is twice the mean rank, which
/// is an integer, with the sign of the difference.
struct SignedRanks {
  std::vector<Index> doubled;
  double tie_correction = 0;  ///< sum over ties of t of t^3 - t
};

SignedRanks signed_ranks(const Differences& differences) {
  std::vector<double> values;
  for (const double d : differences.values) {
    if (std::abs(d) > differences.rounding) values.push_back(d);
  }
  std::stable_sort(values.begin(), values.end(),
                   [](double a, double b) { return std::abs(a) < std::abs(b); });
  SignedRanks ranks;
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin + 1;
    while (end < values.size() &&
           std::abs(values[end]) - std::abs(values[begin]) <= differences.rounding) {
      ++end;
    }
    const Index doubled = static_cast<Index>(begin + 1 + end);  // 2 * mean of begin + 1 ... end
    for (std::size_t i = begin; i < end; ++i)
      ranks.doubled.push_back(values[i] < 0 ? -doubled : doubled);
    const double tied = static_cast<double>(end - begin);
    ranks.tie_correction += tied * tied * tied - tied;
    begin = end;
  }
  return ranks;
}

/// P(sum of positive ranks <= the observed sum) and P(... >= it), if all signs are equally likely.
/// Counts the sign patterns for each sum.
void exact_rank_probabilities(const std::vector<Index>& doubled, Index seen, PairedResult& test) {
  Index total = 0;
  for (const Index rank : doubled) total += std::abs(rank);
  std::vector<double> patterns(static_cast<std::size_t>(total + 1));
  patterns[0] = 1;
  for (const Index rank : doubled) {
    for (Index sum = total; sum >= std::abs(rank); --sum) {
      patterns[static_cast<std::size_t>(sum)] +=
          patterns[static_cast<std::size_t>(sum - std::abs(rank))];
    }
  }
  double at_most = 0, at_least = 0;
  for (Index sum = 0; sum <= total; ++sum) {
    if (sum <= seen) at_most += patterns[static_cast<std::size_t>(sum)];
    if (sum >= seen) at_least += patterns[static_cast<std::size_t>(sum)];
  }
  const int n = static_cast<int>(doubled.size());
  test.p_less = std::ldexp(at_most, -n);
  test.p_greater = std::ldexp(at_least, -n);
}

void normal_rank_probabilities(const SignedRanks& ranks, PairedResult& test) {
  const double n = static_cast<double>(ranks.doubled.size());
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.tie_correction / 48;
  const double z = (test.statistic - n * (n + 1) / 4) / std::sqrt(variance);
  const boost::math::normal_distribution<double> normal;
  test.p_less = boost::math::cdf(normal, z);
  test.p_greater = boost::math::cdf(boost::math::complement(normal, z));
}

/// P(T > t) for a noncentral T with noncentrality >= 0.
double noncentral_t_above(double t, double degrees, double noncentrality) {
  // Above this the normal part is constant compared with the noncentrality; series converge slowly.
  constexpr double kLargest = 1000;
  if (noncentrality > kLargest) {
    if (t <= 0) return 1;
    const double ratio = std::min(noncentrality / t, 1e100);
    return boost::math::cdf(boost::math::chi_squared_distribution<double>(degrees),
                            degrees * ratio * ratio);
  }
  const boost::math::non_central_t_distribution<double> distribution(degrees, noncentrality);
  return std::clamp(boost::math::cdf(boost::math::complement(distribution, t)), 0.0, 1.0);
}

}  // namespace

const std::vector<std::string>& paired_test_names() {
  static const std::vector<std::string> names = {"paired_t", "wilcoxon", "sign",
                                                 "corrected_resampled_t"};
  return names;
}

const std::string& test_name(PairedTest test) {
  return paired_test_names()[static_cast<std::size_t>(test)];
}

const std::string& default_test(std::string_view protocol) {
  const bool random_draws = protocol == "resample" || protocol == "folds";
  return test_name(random_draws ? PairedTest::kCorrectedResampledT : PairedTest::kPairedT);
}

std::optional<PairedTest> find_paired_test(std::string_view name) {
  const auto& names = paired_test_names();
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<PairedTest>(at - names.begin());
}

std::optional<PairedResult> paired_t_test(std::span<const double> first,
                                          std::span<const double> second, double shift) {
  return t_test(first, second, shift, 0);
}

std::optional<PairedResult> corrected_resampled_t_test(std::span<const double> first,
                                                       std::span<const double> second,
                                                       double test_train_ratio, double shift) {
  return t_test(first, second, shift, test_train_ratio);
}

std::optional<PairedResult> wilcoxon_test(std::span<const double> first,
                                          std::span<const double> second, double shift) {
  const auto differences = differences_of(first, second, shift);
  if (!differences || first.empty()) return std::nullopt;
  PairedResult test = describe(*differences, 1 / std::sqrt(static_cast<double>(first.size())));
  const SignedRanks ranks = signed_ranks(*differences);
  Index positive = 0;
  for (const Index rank : ranks.doubled) positive += std::max<Index>(0, rank);
  test.statistic = static_cast<double>(positive) / 2;
  if (ranks.doubled.size() <= kMostExactRanks) {
    exact_rank_probabilities(ranks.doubled, positive, test);
  } else {
    normal_rank_probabilities(ranks, test);
  }
  test.p_two_sided = std::min(1.0, 2 * std::min(test.p_less, test.p_greater));
  return test;
}

std::optional<PairedResult> sign_test(std::span<const double> first, std::span<const double> second,
                                      double shift) {
  const auto differences = differences_of(first, second, shift);
  if (!differences || first.empty()) return std::nullopt;
  PairedResult test = describe(*differences, 1 / std::sqrt(static_cast<double>(first.size())));
  const auto positive = std::count_if(differences->values.begin(), differences->values.end(),
                                      [&](double d) { return d > differences->rounding; });
  test.statistic = static_cast<double>(positive);
  const boost::math::binomial_distribution<double> heads(
      static_cast<double>(test.count - test.zeros), 0.5);
  test.p_less = boost::math::cdf(heads, test.statistic);
  test.p_greater =
      positive == 0 ? 1 : boost::math::cdf(boost::math::complement(heads, test.statistic - 1));
  test.p_two_sided = std::min(1.0, 2 * std::min(test.p_less, test.p_greater));
  return test;
}

std::optional<PairedResult> paired_test(PairedTest test, std::span<const double> first,
                                        std::span<const double> second, double shift,
                                        std::optional<double> test_train_ratio) {
  switch (test) {
    case PairedTest::kWilcoxon:
      return wilcoxon_test(first, second, shift);
    case PairedTest::kSign:
      return sign_test(first, second, shift);
    case PairedTest::kCorrectedResampledT:
      if (!test_train_ratio) return std::nullopt;
      return corrected_resampled_t_test(first, second, *test_train_ratio, shift);
    case PairedTest::kPairedT:
      break;
  }
  return paired_t_test(first, second, shift);
}

double t_test_power(double effect, double standard_error, Index count, double alpha, Sides sides) {
  if (count < 2 || !std::isfinite(standard_error) || standard_error == 0 || !std::isfinite(effect))
    return kNaN;
  const double degrees = static_cast<double>(count - 1);
  const double level = sides == Sides::kTwo ? alpha / 2 : alpha;
  const StudentsT central(degrees);
  const double critical = boost::math::quantile(boost::math::complement(central, level));
  const double noncentrality = effect / standard_error;
  const double above = noncentral_t_above(critical, degrees, noncentrality);
  if (sides == Sides::kOne) return above;
  return std::min(1.0, above + 1 - noncentral_t_above(-critical, degrees, noncentrality));
}

}  // namespace costruct::experiments
