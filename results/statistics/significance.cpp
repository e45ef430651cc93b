#include "costruct/results/statistics/significance.hpp"

#include <cmath>

#include "costruct/core/error.hpp"
#include "costruct/results/measures/metrics.hpp"
#include "costruct/results/statistics/paired_tests.hpp"
#include "costruct/results/statistics/pairing.hpp"
#include "costruct/results/statistics/statistics.hpp"

namespace costruct::experiments {
namespace {

void compare_at(const Pairs& pairs, PairedTest test, std::optional<double> ratio,
                Comparison& comparison) {
  comparison.count = pairs.count();
  comparison.left_out = pairs.left_out;
  if (pairs.count() == 0) {
    comparison.note = "no pair of finished repetitions";
    return;
  }
  comparison.mean = mean_and_error(pairs.first).mean;
  comparison.reference_mean = mean_and_error(pairs.second).mean;
  const auto result = paired_test(test, pairs.first, pairs.second, 0, ratio);
  if (!result) {
    comparison.difference = comparison.mean - comparison.reference_mean;
    comparison.note = pairs.count() == 1 ? "one draw: a test needs two"
                                         : "how much the draws overlap is not known";
    return;
  }
  comparison.difference = result->mean_difference;
  comparison.standard_error = result->standard_error;
  comparison.p = result->p_two_sided;
  comparison.effect_size = result->effect_size;
  if (const auto interval =
          t_interval(result->mean_difference, result->standard_error, result->count - 1, 0.95)) {
    comparison.interval_low = interval->low;
    comparison.interval_high = interval->high;
  }
}

/// Cuts the interval to the differences that the metric can have.
void cut_interval(const RunResults& results, Comparison& comparison) {
  if (std::isnan(comparison.interval_low)) return;
  const Interval cut =
      difference_within_range({comparison.interval_low, comparison.interval_high},
                              find_metric_of_run(results.config, comparison.metric));
  comparison.interval_low = cut.low;
  comparison.interval_high = cut.high;
}

/// The comparison with the same result at another unlabeled size, or null. Comparisons are ordered
/// by learner and labeled size, so that only the last one can be it.
Comparison* same_result(std::vector<Comparison>& comparisons, const Comparison& comparison) {
  if (!comparison.any_unlabeled || comparisons.empty()) return nullptr;
  Comparison& last = comparisons.back();
  return last.learner == comparison.learner && last.labeled == comparison.labeled ? &last : nullptr;
}

}  // namespace

bool Comparison::is_same() const {
  return note == kTheSame;
}

Comparison compare(const RunResults& results, const CellGroup& group, const CellGroup& reference,
                   const std::string& metric, const std::string& test) {
  const auto kind = find_paired_test(test);
  COSTRUCT_ASSERT(kind, "a test of paired_test_names()");
  Comparison comparison;
  comparison.learner = results.learners[group.learner];
  comparison.reference = results.learners[reference.learner];
  comparison.labeled = group.labeled;
  comparison.unlabeled = group.unlabeled;
  comparison.metric = metric;
  comparison.higher_is_better = better_sign(results.config, metric) < 0;
  comparison.test = test;
  comparison.any_unlabeled =
      is_supervised(results, comparison.learner) && is_supervised(results, comparison.reference);
  const PairBy by = group.unlabeled == reference.unlabeled ? PairBy::kDraw : PairBy::kRepetition;
  const Pairs pairs = pair_up(group, reference, metric, by);
  compare_at(pairs, *kind, test_train_ratio(results, {group.labeled, group.unlabeled}), comparison);
  cut_interval(results, comparison);
  if (are_the_same(pairs, group, reference, by)) {
    comparison.p = comparison.effect_size = Comparison::kNone;
    comparison.note = kTheSame;
  }
  return comparison;
}

std::vector<Comparison> compare_with_first(const RunResults& results, const std::string& metric,
                                           const std::string& test) {
  const std::vector<CellGroup> groups = group_cells(results);
  std::vector<Comparison> comparisons;
  for (const CellGroup& group : groups) {
    const CellGroup* reference = find_group(groups, 0, group.labeled, group.unlabeled);
    if (group.learner == 0 || !reference) continue;
    Comparison comparison = compare(results, group, *reference, metric, test);
    if (Comparison* before = same_result(comparisons, comparison)) {
      if (comparison.count > before->count) *before = std::move(comparison);
    } else {
      comparisons.push_back(std::move(comparison));
    }
  }
  std::vector<double> p;
  for (const Comparison& comparison : comparisons) p.push_back(comparison.p);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < comparisons.size(); ++i) comparisons[i].p_holm = adjusted[i];
  return comparisons;
}

std::vector<Comparison> compare_with_first(const RunResults& results, const std::string& metric) {
  return compare_with_first(results, metric,
                            results.tests.empty() ? "paired_t" : results.tests.front());
}

}  // namespace costruct::experiments
