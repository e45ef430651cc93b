// Losses of partitions, which add up over pairs of objects.
#pragma once

#include <vector>
#include "costruct/core/output.hpp"

#include "costruct/core/types.hpp"

namespace costruct::clustering {

enum class Loss { kRand, kTotal };

/// Delta(y, .) of one reference y: the sum of c_jk over the pairs k < j that y and the other put
/// together and apart, or apart and together. With T objects and [y]_jk = 1 where y puts j and k
/// together ([y]_kk = 1):
/// - rand: c_jk = 2 / (T (T - 1)), the share of wrong pairs (Brefeld 2008, eq. 3.39)
/// - total: c_jk = 1 / sum_{k' != j} [y]_k'k, so that the sum is about the number of objects in
///   wrong clusters (section 3.2.4). The denominator is the number of objects in the cluster of k,
///   itself among them, but for j; it is never 0.
class PartitionLoss {
 public:
  PartitionLoss(Loss loss, const Output& y);
  /// c_jk, k < j.
  double of_pair(Index j, Index k) const;
  /// Delta(y, y_hat). Cost: O(T^2).
  double operator()(const Output& y_hat) const;

 private:
  Loss loss_;
  const Output& y_;
  std::vector<int> cluster_size_;  // of y
};

}  // namespace costruct::clustering
