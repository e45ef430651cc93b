// The pairs of objects on which two partitions agree, and the scores that follow from them.
#pragma once

#include <map>
#include <utility>

#include "costruct/core/types.hpp"

namespace costruct::clustering {

/// Numbers of pairs of objects: those that both partitions put together, that the truth does, that
/// the prediction does, and all pairs.
struct PairCounts {
  double both = 0, truth = 0, predicted = 0, all = 0;

  /// The number of pairs that one partition puts together and the other one apart.
  double wrong() const { return truth + predicted - 2 * both; }
  /// 2 both / (truth + predicted); 1 if no pair is together.
  double f1() const { return truth + predicted == 0 ? 1 : 2 * both / (truth + predicted); }
  /// The adjusted Rand index (both - expected) / (maximum - expected) of Hubert & Arabie 1985, with
  /// expected = truth * predicted / all and maximum = (truth + predicted) / 2. It is 1 for equal
  /// partitions, near 0 for random ones, and may be negative; 1 if expected = maximum.
  double adjusted_rand() const;
};

/// Counts the objects that a true and a predicted cluster have in common. Memory: the number of
/// pairs of a true and a predicted cluster with an object in common, not the number of objects.
class Overlaps {
 public:
  /// Adds an object. Cost: logarithmic in size().
  void add(Index of_truth, Index of_prediction) {
    ++objects_;
    ++counts_[{of_truth, of_prediction}];
  }
  Index objects() const { return objects_; }
  /// The number of pairs of a true and a predicted cluster.
  Index size() const { return std::ssize(counts_); }
  /// The counts for all objects added so far. Cost: linear in size().
  PairCounts pairs() const;

 private:
  Index objects_ = 0;
  std::map<std::pair<Index, Index>, Index> counts_;
};

}  // namespace costruct::clustering
