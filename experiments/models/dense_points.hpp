// Makes the dense points that regressors take from a corpus.
#pragma once

#include <span>
#include <vector>

#include "costruct/core/regression/regression_sample.hpp"
#include "costruct/data/examples/corpus.hpp"
#include "costruct/experiments/config/view_policy.hpp"

namespace costruct::experiments {

/// The dense points of each view. Coordinate j is the view's j-th feature, in the order of the
/// corpus. A view has all features that the policy gives to it, also those that no given example
/// has, because all features are part of distances.
class DensePoints {
 public:
  explicit DensePoints(ViewAssignment views);

  const ViewAssignment& views() const { return views_; }
  Index num_views() const { return views_.count; }
  Index dimension(Index view) const { return dimension_[view]; }

  /// The points of some examples: one matrix for each view, with one column for each example.
  /// Throws DataError if they would take more than half of the machine's memory.
  std::vector<Matrix> points(const Corpus& corpus, std::span<const Index> examples) const;

  /// Writes one part into a column of the matrices, which must be zero there. Features that the
  /// assignment does not know are left out.
  /// @param features  ids of the corpus
  /// @param values    values of the features; empty: all are 1
  void write(std::span<const std::int32_t> features, std::span<const double> values, Index column,
             std::vector<Matrix>& points) const;

 private:
  ViewAssignment views_;
  std::vector<std::int32_t> coordinate_;  // of each corpus feature within its view
  std::vector<Index> dimension_;
};

/// The targets of some examples, in their order.
Vector targets_of(const Corpus& corpus, std::span<const Index> examples);

/// The mean of the predictions of the views, for each example. There must be at least one view.
Vector mean_of_views(const std::vector<Vector>& by_view);

}  // namespace costruct::experiments
