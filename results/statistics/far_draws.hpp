// Draws far from all others of their cell: one of them can make a mean that none of the others is
// near.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "costruct/core/metric.hpp"
#include "costruct/results/statistics/cell_groups.hpp"

namespace costruct::experiments {

/// One repetition of a learner at one pair of sizes.
struct FarDraw {
  std::string learner, metric;
  Index labeled = 0, unlabeled = 0;
  bool any_unlabeled =
      false;  ///< the learner sees no unlabeled example: the same draw at every unlabeled size
  Index repetition = 0;
  Index row = 0;  ///< in the store, from 1; 0 outside one
  double value = 0;
  double median = 0;  ///< of the others of its cell
  Index others = 0;
  const char* format = MetricInfo().format();  ///< of the metric
};

/// How far a value must be from the others, beside being an outlier among them.
struct LeastDistance {
  bool is_share = false;        ///< values lie between 0 and 1
  std::optional<Index> scored;  ///< examples behind each value of a share, where that is known
};

/// The places of the values that are far from the others, by the rules of docs/statistics.md:
/// Rosner's generalized extreme studentized deviates, for a quarter of the values and at most 100,
/// at the 1 % level; of these, values whose distance from the median of the others is at least half
/// of that median (of a share: half of its distance from the nearer of 0 and 1) and, for a share,
/// no less than five standard deviations that scoring so many examples can have. None for fewer
/// than four values. Values must be finite.
std::vector<std::size_t> far_values(std::span<const double> values, const LeastDistance& least);

/// The draws of a run that are far from the others of their cell in a metric, by learner and sizes;
/// those of metrics `of_fit`, and those of supervised learners at any but the first unlabeled size,
/// are left out.
std::vector<FarDraw> far_draws(const RunResults& results, const std::vector<CellGroup>& groups,
                               const std::string& metric);

/// "co_svm, 5 labeled, 25 unlabeled, repetition 3: 0.4770; the median of the other 4 is 0.1010"
std::string far_draw_text(const FarDraw& draw);

}  // namespace costruct::experiments
