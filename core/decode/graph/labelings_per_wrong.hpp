// Finds the best labeling of a graph for each number of wrong labels, by elimination
// (elimination.hpp). Use it for loss-augmented decoding, with any rescaling, if the loss depends on
// this number alone.
//
// The nodes below a bucket are its own node and the nodes of its descendants. The message of a
// bucket has one value for each number of wrong labels among them. Messages are combined by
// max-plus convolution.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "costruct/core/decode/best_per_loss.hpp"
#include "costruct/core/decode/graph/elimination.hpp"

namespace costruct {

/// Finds the best labeling with exactly c wrong labels, for c = 0..n.
class LabelingsPerWrong {
 public:
  /// The largest number of message values (64 MB). A bucket has K^|S| (nodes below it + 1) values,
  /// where S is EliminationOrder::Bucket::scope.
  static constexpr Index kMostValues = Index{1} << 23;
  /// The result of value(c) if no labeling has c wrong labels.
  static constexpr double kImpossible = -std::numeric_limits<double>::infinity();
  /// Returns whether the messages of this order have at most kMostValues values. Make an object
  /// only for such an order.
  static bool is_possible(const EliminationOrder& order);

  /// @param is_wrong  whether label k of node v is wrong, at v * K + k
  /// `scores` and `order` must outlive the object.
  /// Cost: O(n^2 K^2) for a forest of n nodes; with larger tables, n times elimination at most.
  LabelingsPerWrong(const GraphScores& scores, const EliminationOrder& order,
                    std::vector<char> is_wrong);

  /// Returns the value of the best labeling with this number of wrong labels, up to rounding; minus
  /// infinity if none exists.
  double value(Index wrong) const { return total_[static_cast<std::size_t>(wrong)]; }
  /// Returns the best labeling with this number of wrong labels, and its value. Among ties it is
  /// the lexicographically smallest one. Call it only if value(wrong) is not minus infinity.
  Decoded best(Index wrong);

 private:
  using Bucket = EliminationOrder::Bucket;

  // The nodes below a bucket, and the labels of its S.
  struct Part {
    Index bucket, entry;
  };
  // The values of the nodes below a bucket if its own node has this label. Stage 0 is the node
  // alone; each further stage adds the nodes below one more child.
  std::vector<Vector> stages(Index b, Index message_entry, Index label) const;
  std::vector<Part> parts_below(Index b, Index message_entry, Index label) const;
  double own_score(const Bucket& bucket, Index message_entry, Index label) const;
  const double* message(Index b, Index entry) const {
    return messages_[b].data() + entry * (below_[b] + 1);
  }
  // The smallest of the best labelings of a part; -1 for all other nodes.
  const std::vector<int>& smallest(Part part, Index wrong);
  // The same of several parts together, with labels `first` of other nodes. values[j] are those of
  // the first j parts.
  std::vector<int> smallest_union(const std::vector<Vector>& values, std::vector<int> first,
                                  std::span<const Part> parts, Index wrong);

  const GraphScores& scores_;
  const EliminationOrder& order_;
  std::vector<char> is_wrong_;
  Index labels_;
  std::vector<Index> below_;  // nodes below each bucket, its own node included
  std::vector<std::vector<Index>> children_;
  std::vector<Index> roots_;
  std::vector<Vector> messages_;  // (entry, number of wrong labels)
  std::vector<Vector> of_roots_;  // the values of the first roots together
  Vector total_;
  std::map<std::tuple<Index, Index, Index>, std::vector<int>> smallest_;
};

/// Loss-augmented decoding: computes the augmented value of the best labeling with c wrong labels,
/// for c = 1..nodes. Offers the labelings with the highest augmented value, up to rounding, to
/// `augmented`.
/// @param nodes      the number of nodes of the graph
/// @param loss_of    loss_of(c) returns the loss of a labeling with c wrong labels
/// @param reference  the value of the reference labeling
/// @param lowest     labelings with this value or less are left out
/// @param augmented  keeps the best labeling that was offered
template <class LossOf>
void offer_wrong(LabelingsPerWrong& labelings, Index nodes, const LossOf& loss_of, double reference,
                 double lowest, Augmentation augmentation, AugmentedBest& augmented) {
  constexpr double kImpossible = LabelingsPerWrong::kImpossible, kRounding = 1e-9;
  Vector values(static_cast<std::size_t>(nodes + 1), kImpossible);
  double most = kImpossible;
  for (Index c = 1; c <= nodes; ++c) {
    if (!(labelings.value(c) > lowest)) continue;
    values[c] = augmented_value(loss_of(c), labelings.value(c), reference, augmentation);
    most = std::max(most, values[c]);
  }
  for (Index c = 1; c <= nodes; ++c) {
    if (values[c] > kImpossible && values[c] >= most - kRounding * (1 + std::abs(most)))
      augmented.offer(loss_of(c), labelings.best(c));
  }
}

}  // namespace costruct
