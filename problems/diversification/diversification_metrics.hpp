// Metrics of chosen documents: the share of subtopics that they, or the first 1, 2, ... of a
// ranking, leave uncovered.
#pragma once

#include "costruct/core/metric.hpp"

namespace costruct::diversification {

/// Interface of problems that rank documents.
class GreedyRanking {
 public:
  virtual ~GreedyRanking() = default;
  /// Returns the first `size` documents, or all if there are no more. The documents of the
  /// decoder's choice come first, in the order in which greedy choice would take them. The others
  /// follow in the order in which greedy choice continues.
  virtual std::vector<int> ranking(InputId x, ConstVectorRef w, Index size) const = 0;
};

inline constexpr Index kMostRanked = 10;  ///< subtopic_loss_at_1, ..., subtopic_loss_at_10

/// The metrics subtopic_loss and subtopic_loss_at_1 to subtopic_loss_at_10.
std::vector<OutputMetric> diversification_metrics();

}  // namespace costruct::diversification
