#include "costruct/problems/clustering/partition_loss.hpp"

#include <algorithm>

namespace costruct::clustering {

PartitionLoss::PartitionLoss(Loss loss, const Output& y, const LinkedObjects* counted)
    : loss_(loss), y_(y), counted_(counted) {
  for (const int cluster : y.parts) {
    const auto at = static_cast<std::size_t>(cluster);
    if (at >= cluster_size_.size()) cluster_size_.resize(at + 1, 0);
    ++cluster_size_[at];
  }
}

double PartitionLoss::of_pair(Index j, Index k) const {
  if (counted_ != nullptr && !counted_->is_known(j, k)) return 0;
  if (loss_ == Loss::kRand) {
    const auto T = static_cast<double>(y_.parts.size());
    return 2 / (T * (T - 1));
  }
  const int of_j = y_.parts[static_cast<std::size_t>(j)],
            of_k = y_.parts[static_cast<std::size_t>(k)];
  return 1.0 / (cluster_size_[static_cast<std::size_t>(of_k)] - (of_j == of_k));
}

double PartitionLoss::operator()(const Output& y_hat) const {
  const auto T = static_cast<Index>(y_.parts.size());
  double sum = 0;
  for (Index j = 1; j < T; ++j) {
    const int y_j = y_.parts[static_cast<std::size_t>(j)],
              h_j = y_hat.parts[static_cast<std::size_t>(j)];
    for (Index k = 0; k < j; ++k) {
      const auto at = static_cast<std::size_t>(k);
      if ((y_.parts[at] == y_j) != (y_hat.parts[at] == h_j)) sum += of_pair(j, k);
    }
  }
  return sum;
}

}  // namespace costruct::clustering
