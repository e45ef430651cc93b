// Losses of partitions. They are sums over pairs of objects. correlation_clustering.hpp describes
// partitions as outputs.
#pragma once

#include <vector>

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"
#include "costruct/problems/clustering/known_links.hpp"

namespace costruct::clustering {

/// The losses "rand" and "total"; PartitionLoss defines them.
enum class Loss { kRand, kTotal };

/// The loss Delta(y, .) of one reference y. It is the sum of c_jk over the wrong pairs k < j: y
/// puts them together and y_hat apart, or vice versa. With T objects, and [y]_jk = 1 if y puts j
/// and k together ([y]_kk = 1):
/// - rand: c_jk = 2 / (T (T - 1)). The loss is the share of wrong pairs (Brefeld 2008, eq. 3.39),
///   from 0 to 1.
/// - total: c_jk = 1 / sum_{k' != j} [y]_k'k. The loss approximates the number of objects in wrong
///   clusters (section 3.2.4). The denominator is the number of objects in the cluster of k, with k
///   itself but without j. It is never 0.
class PartitionLoss {
 public:
  /// Keeps references to the arguments, which must outlive this object.
  /// @param counted  pairs of which nothing is known have c_jk = 0; null: all pairs count
  PartitionLoss(Loss loss, const Output& y, const LinkedObjects* counted = nullptr);
  /// c_jk for k < j: what the pair adds to the loss if it is wrong.
  double of_pair(Index j, Index k) const;
  /// Delta(y, y_hat), where y_hat has as many objects as y; 0 if T < 2. Cost: O(T^2).
  double operator()(const Output& y_hat) const;

 private:
  Loss loss_;
  const Output& y_;
  const LinkedObjects* counted_;
  std::vector<int> cluster_size_;  // sizes of the clusters of y
};

}  // namespace costruct::clustering
