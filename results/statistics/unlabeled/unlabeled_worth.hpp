// How many labeled examples the unlabeled data is worth: the horizontal distance between two
// learning curves.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "costruct/results/statistics/cell_groups.hpp"

namespace costruct::experiments {

/// The place of the mean of a learner with unlabeled data on the learning curve of the reference.
enum class OnCurve {
  kWithin,
  /// It is worse than the reference at its smallest labeled size: the numbers are upper bounds.
  kBeforeStart,
  /// It is better than the reference at its largest labeled size: the numbers are lower bounds.
  kBeyondEnd,
};

/// The worth of the unlabeled data of one learner. With n labeled and m > 0 unlabeled examples it
/// is as good as the reference with `labeled_equivalent` labeled ones. Then
///   worth = labeled_equivalent - n.
struct UnlabeledWorth {
  std::string learner, reference;
  Index labeled = 0, unlabeled = 0;
  Index reference_unlabeled = 0;  ///< unlabeled size of the reference's learning curve
  std::string metric;
  Index count = 0;  ///< repetitions, the same for the learner and for every point of the curve
  double mean = 0;  ///< of the learner
  OnCurve on_curve = OnCurve::kWithin;
  double labeled_equivalent = 0, worth = 0;
  /// 95 % interval of the worth. -inf and +inf: it leaves the curve. NaN: no interval, see below.
  double low = std::numeric_limits<double>::quiet_NaN(),
         high = std::numeric_limits<double>::quiet_NaN();

  /// Whether the result says more than the labeled size itself: "at least 40" says nothing with 40
  /// labeled examples.
  bool tells() const {
    return on_curve == OnCurve::kWithin || labeled_equivalent != static_cast<double>(labeled);
  }
};

/// The worth of the unlabeled data for each learner except the first and the supervised ones
/// (RunResults::supervised), to which unlabeled data is worth nothing. There are rows for every
/// pair of sizes with unlabeled data, against two learning curves:
///  - The curve of the first learner: what the method and the unlabeled data are worth together. It
///    is read at 0 unlabeled examples if it has at least two labeled sizes there. Otherwise it is
///    read at the learner's own unlabeled size.
///  - The learner's own curve at 0 unlabeled examples, if it has at least two labeled sizes: what
///    the unlabeled data alone is worth.
/// There is no row if a curve has fewer than two points, or if no repetition has a value at all of
/// them and for the learner.
///
/// A curve runs through the means at the labeled sizes, linear in log n between them. Its monotone
/// envelope, the best mean at n or fewer labeled examples, makes the answer unique. The answer is
/// the smallest n at which the envelope is as good as the learner's mean. Only repetitions in which
/// all cells involved have finished count.
///
/// The interval is a percentile bootstrap over repetitions with 2,000 resamples. It resamples whole
/// repetitions, because the cells of a repetition share their draw. The random streams are named by
/// sweep.seed, the number of the resample and "unlabeled_worth". With fewer than 10 repetitions
/// there is no interval, because it would be too narrow.
std::vector<UnlabeledWorth> unlabeled_worth(const RunResults& results, const std::string& metric);

/// The same for one learner at its sizes, without an interval. The learning curve is that of the
/// learner of `reference` at the unlabeled size of `reference`. Nullopt if this curve has fewer
/// than two points.
/// @param groups  all cells of the results
std::optional<UnlabeledWorth> worth_against(const RunResults& results,
                                            const std::vector<CellGroup>& groups,
                                            const CellGroup& group, const CellGroup& reference,
                                            const std::string& metric);

}  // namespace costruct::experiments
