// How many labeled examples the unlabeled data is worth: the horizontal distance between learning
// curves.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/cell_groups.hpp"

namespace costruct::experiments {

/// Where on its curve the reference is as good as a learner that also has unlabeled data.
enum class OnCurve {
  kWithin,
  kBeforeStart,  ///< worse than the reference at its smallest labeled size: the numbers are upper
                 ///< bounds
  kBeyondEnd,    ///< better than the reference at its largest labeled size: the numbers are lower
                 ///< bounds
};

/// A learner with n labeled and m > 0 unlabeled examples is as good as the reference with
/// `labeled_equivalent` labeled ones; its unlabeled data is worth `worth` = labeled_equivalent - n
/// of them.
struct UnlabeledWorth {
  std::string learner, reference;
  Index labeled = 0, unlabeled = 0;
  Index reference_unlabeled = 0;  ///< at which the curve of the reference is read
  std::string metric;
  Index count = 0;  ///< repetitions, the same for the learner and for every point of the curve
  double mean = 0;  ///< of the learner
  OnCurve on_curve = OnCurve::kWithin;
  double labeled_equivalent = 0, worth = 0;
  /// 95 % interval of the worth; -inf and +inf where it leaves the curve; NaN: none, see below.
  double low = std::numeric_limits<double>::quiet_NaN(),
         high = std::numeric_limits<double>::quiet_NaN();

  /// Whether it tells more than its own labeled size: "at least 40" does not with 40 labeled.
  bool tells() const {
    return on_curve == OnCurve::kWithin || labeled_equivalent != static_cast<double>(labeled);
  }
};

/// The worth for every learner but the first and supervised ones (RunResults::supervised), to which
/// unlabeled data is worth nothing, at every size with unlabeled data, against two curves:
///  - that of the first learner: what the method and the unlabeled data are worth together. It is
///    read at 0 unlabeled examples where it has at least two labeled sizes there, else at the
///    learner's own number;
///  - the learner's own at 0 unlabeled examples, where it has at least two labeled sizes: the
///    unlabeled data alone.
/// Where a curve has fewer than two points with a common repetition there is no row.
///
/// A curve runs through the means at the labeled sizes, linear in log n between them. So that it
/// has one answer, its monotone envelope is used: the best mean at n or fewer labeled examples; the
/// answer is the smallest n at which the envelope is as good as the learner's mean. Only
/// repetitions in which every cell involved has finished count.
///
/// The interval is the percentile bootstrap's over repetitions (2,000 resamples of whole
/// repetitions, since the cells of a repetition share their draw; streams named by sweep.seed, the
/// number of the resample and "unlabeled_worth"). With fewer than 10 repetitions there is none: it
/// would be too narrow.
std::vector<UnlabeledWorth> unlabeled_worth(const RunResults& results, const std::string& metric);

/// The same for one learner at its sizes, against the curve that the cell `reference` is a point
/// of: that of its learner at its unlabeled size. Without an interval. Nullopt where this has fewer
/// than two points.
/// @param groups  all cells of the results
std::optional<UnlabeledWorth> worth_against(const RunResults& results,
                                            const std::vector<CellGroup>& groups,
                                            const CellGroup& group, const CellGroup& reference,
                                            const std::string& metric);

}  // namespace costruct::experiments
