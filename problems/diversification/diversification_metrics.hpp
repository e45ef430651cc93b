// Metrics of chosen documents: the share of subtopics that they, or the first 1, 2, ... of a
// ranking, leave uncovered.
#pragma once

#include "costruct/core/metric.hpp"

namespace costruct::diversification {

/// Optional interface of problems that rank documents.
class GreedyRanking {
 public:
  virtual ~GreedyRanking() = default;
  /// Returns the first `size` documents, or all if there are no more. The documents of the
  /// decoder's choice come first, in the order in which greedy choice would take them. The others
  /// follow in the order in which greedy choice continues.
  virtual std::vector<int> ranking(InputId x, ConstVectorRef w, Index size) const = 0;
};

inline constexpr Index kMostRanked = 10;  ///< subtopic_loss_at_1, ..., subtopic_loss_at_10

/// The metrics, each a mean over the queries, and 0 without queries:
///   subtopic_loss       uncovered_share() of the chosen documents (chosen_documents.hpp)
///   subtopic_loss_at_k  that of the first k documents of GreedyRanking::ranking(), k = 1..10
std::vector<OutputMetric> diversification_metrics();

}  // namespace costruct::diversification
