// The scales of features. PartExamples::unequal_scales() compares them, and warns if learners that
// do not scale features get very unequal ones.
#pragma once

#include <cmath>

#include "costruct/data/parts/part_examples.hpp"

namespace costruct::experiments {

/// The scale of a feature over labeled training examples. It is 0.5 for an indicator. If most
/// values are zero, it is the root mean square of the nonzero ones. Otherwise it is the standard
/// deviation. Call add() for each value, then of().
struct FeatureScale {
  double sum = 0, squares = 0;  ///< of the values, and of their squares
  Index nonzero = 0;            ///< number of values that are not 0
  bool indicator = true;        ///< whether all values are 0 or 1

  void add(double x) {
    if (x == 0) return;
    sum += x;
    squares += x * x;
    ++nonzero;
    indicator = indicator && x == 1;
  }
  /// The scale over that many parts, including those where the value is 0. It is 0 if the feature
  /// is constant.
  double of(Index parts) const {
    if (nonzero == 0) return 0;
    const auto n = static_cast<double>(parts);
    if (indicator) return .5;
    if (2 * nonzero < parts) return std::sqrt(squares / static_cast<double>(nonzero));
    const double variance = squares / n - (sum / n) * (sum / n);
    return variance > 1e-12 * squares / n ? std::sqrt(variance) : 0;
  }
};

/// The smallest and the largest scale of the features of a view, each with its feature.
struct ScaleRange {
  double least = 0, most = 0;
  Index least_of = -1, most_of = -1;

  void add(double scale, Index feature) {
    if (least_of < 0 || scale < least) {
      least = scale;
      least_of = feature;
    }
    if (most_of < 0 || scale > most) {
      most = scale;
      most_of = feature;
    }
  }
  /// The largest divided by the smallest; 1 if the view has no feature with a scale.
  double factor() const { return least_of < 0 ? 1 : most / least; }
};

/// The scale range of each view of a learner. A view is sparse if more than half of the values of
/// its features are 0. Sparse views have an empty range unless UnscaledViews::sparse_too is set.
/// @param scales  of each feature
/// @param parts   number of parts over which the scales were taken
std::vector<ScaleRange> ranges_of_views(const std::vector<FeatureScale>& scales, Index parts,
                                        const UnscaledViews& learner);

}  // namespace costruct::experiments
