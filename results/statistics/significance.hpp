// Tests each learner against the first one, separately for each pair of labeled and unlabeled size.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "costruct/results/statistics/cell_groups.hpp"

namespace costruct::experiments {

/// A learner against the reference at one labeled and one unlabeled size, over paired repetitions.
/// A number that is not defined is NaN. If there is no test, `note` says why.
struct Comparison {
  std::string learner, reference;
  Index labeled = 0, unlabeled = 0;
  /// Neither learner uses unlabeled examples: the comparison holds for all unlabeled sizes.
  bool any_unlabeled = false;
  std::string metric, test;       ///< a metric; one of paired_test_names()
  bool higher_is_better = false;  ///< of the metric
  Index count = 0;                ///< pairs of repetitions
  /// Repetitions of either learner without a pair. One of both failed, is missing, has no finite
  /// value, or has another split.
  Index left_out = 0;
  double mean = kNone, reference_mean = kNone;  ///< over these pairs alone
  double difference = kNone;                    ///< mean of learner - reference
  double standard_error = kNone;                ///< of the difference, as the test computes it
  /// Student's 95 % confidence interval of the difference, cut to the differences that the metric
  /// can have.
  double interval_low = kNone, interval_high = kNone;
  double p = kNone;  ///< two-sided
  /// p after Holm's correction over the comparisons of one call that have a p.
  double p_holm = kNone;
  double effect_size = kNone;  ///< Cohen's d_z of the paired differences; 0 or +-inf if all equal
  std::string note;            ///< why there is no p, or empty

  /// Whether both have the same models: are_the_same() in pairing.hpp. There is then no p.
  bool is_same() const;

  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
};

/// Compares each other learner with results.learners.front(), at every pair of sizes where both
/// have results. The comparisons are sorted by learner in the order of results.learners, then by
/// size. There are none with fewer than two learners. Repetitions are paired if both finished on
/// the same split (equal split_hash).
///
/// Two supervised learners (RunResults::supervised) have one result for each labeled size and are
/// compared once for each. The unlabeled size of that comparison is the one with the most pairs,
/// and the smallest of these on a tie.
///
/// @param metric  a metric, or one of measured_quantities()
/// @param test    one of paired_test_names()
std::vector<Comparison> compare_with_first(const RunResults& results, const std::string& metric,
                                           const std::string& test);
/// The same by the first of results.tests, or by paired_t if there is none (in stores of older
/// builds).
std::vector<Comparison> compare_with_first(const RunResults& results, const std::string& metric);

/// Compares two groups of cells of the same labeled size. The result has the sizes of `group`.
/// Groups of different unlabeled sizes are paired by repetition. p_holm is not set.
Comparison compare(const RunResults& results, const CellGroup& group, const CellGroup& reference,
                   const std::string& metric, const std::string& test);

}  // namespace costruct::experiments
