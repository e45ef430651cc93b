// Finds far draws: values far from all others of their cell. One of them can move the mean away
// from all other values.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/results/statistics/cell_groups.hpp"

namespace costruct::experiments {

/// A far draw: one repetition of a learner at one pair of sizes.
struct FarDraw {
  std::string learner, metric;
  Index labeled = 0, unlabeled = 0;
  /// The learner uses no unlabeled examples: this draw is the same at every unlabeled size.
  bool any_unlabeled = false;
  Index repetition = 0;
  Index row = 0;  ///< in the store, from 1; 0: not stored
  double value = 0;
  double median = 0;                           ///< of the other values of its cell
  Index others = 0;                            ///< number of these values
  const char* format = MetricInfo().format();  ///< of the metric
};

/// What the least distance of a far value from the others depends on.
struct LeastDistance {
  bool is_share = false;        ///< values lie between 0 and 1
  std::optional<Index> scored;  ///< number of examples behind each share; nullopt: not known
};

/// The indexes of the values that are far from the others, by the rules of docs/statistics.md. A
/// far value meets all these conditions:
///   - It is an outlier by Rosner's generalized extreme studentized deviate test at the 1 % level.
///     The test looks for at most n / 4 outliers among n values, and for at most 100.
///   - Its distance from the median of the others is at least half of that median. For a share:
///     half of the median's distance from the nearer of 0 and 1.
///   - For a share, if `scored` is known: the distance is at least five standard deviations of a
///     mean over so many examples, if the median is its expectation.
/// Fewer than four values have no far value. All values must be finite.
std::vector<std::size_t> far_values(std::span<const double> values, const LeastDistance& least);

/// The far draws of a run in a metric, by learner and sizes. Metrics `of_fit` have none. Supervised
/// learners count at their first unlabeled size only.
std::vector<FarDraw> far_draws(const RunResults& results, const std::vector<CellGroup>& groups,
                               const std::string& metric);

/// "co_svm, 5 labeled, 25 unlabeled, repetition 3: 0.4770; the median of the other 4 is 0.1010"
std::string far_draw_text(const FarDraw& draw);

}  // namespace costruct::experiments
