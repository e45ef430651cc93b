// From a corpus to the dense points that regressors take.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/data/examples/corpus.hpp"
#include "costruct/experiments/config/view_policy.hpp"

namespace costruct::experiments {

/// Coordinate j of a view's points is its j-th feature, in the order of the corpus: all features
/// that the policy gives to the view, whether the examples at hand have them or not, for all are
/// part of distances.
class DensePoints {
 public:
  explicit DensePoints(ViewAssignment views);

  const ViewAssignment& views() const { return views_; }
  Index num_views() const { return views_.count; }
  Index dimension(Index view) const { return dimension_[view]; }

  /// The points of some examples: for each view a matrix with a column an example. Throws DataError
  /// where they would take more than half of this machine's memory.
  std::vector<Matrix> points(const Corpus& corpus, std::span<const Index> examples) const;

  /// Writes one part (ids of the corpus, values; no values mean ones) into column `column` of the
  /// matrices, which must be zero there. Features beyond those known to the assignment are left
  /// out.
  void write(std::span<const std::int32_t> features, std::span<const double> values, Index column,
             std::vector<Matrix>& points) const;

 private:
  ViewAssignment views_;
  std::vector<std::int32_t> coordinate_;  // of each corpus feature, within its view
  std::vector<Index> dimension_;
};

/// The targets of some examples.
Vector targets_of(const Corpus& corpus, std::span<const Index> examples);

/// The mean of what the views predict.
Vector mean_of_views(const std::vector<Vector>& by_view);

}  // namespace costruct::experiments
