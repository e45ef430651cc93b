// How much chosen documents leave uncovered, and the first 1, 2, ... of a ranking.
#pragma once

#include "costruct/core/metric.hpp"

namespace costruct::diversification {

/// Problems that rank documents: each behind those with which it does best.
class GreedyRanking {
 public:
  virtual ~GreedyRanking() = default;
  /// The first `size` documents (all, where there are no more): those of the decoder's choice, in
  /// the order in which greedy choice takes them of these alone, then the others, in the order in
  /// which it goes on.
  virtual std::vector<int> ranking(InputId x, ConstVectorRef w, Index size) const = 0;
};

inline constexpr Index kMostRanked = 10;  ///< subtopic_loss_at_1, ..., subtopic_loss_at_10

/// subtopic_loss and those at 1 to kMostRanked.
std::vector<OutputMetric> diversification_metrics();

}  // namespace costruct::diversification
