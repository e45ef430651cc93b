#include "costruct/core/decode/clusterings/sequential_clusters.hpp"

#include <algorithm>

namespace costruct {

SequentialClusters::Placed SequentialClusters::place(ConstVectorRef similarities) {
  // Sums the totals by cluster in the order of the objects, as sequential_partition() does.
  total_.clear();
  for (std::size_t i = 0; i < cluster_.size(); ++i)
    total_.emplace_back(cluster_[i], similarities[i]);
  std::stable_sort(total_.begin(), total_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Placed placed{next_, true};
  double best = 0;
  for (std::size_t i = 0; i < total_.size();) {
    const Index cluster = total_[i].first;
    double total = 0;
    for (; i < total_.size() && total_[i].first == cluster; ++i) total += total_[i].second;
    if (total > best || (placed.is_new && total >= 0)) {
      placed = {cluster, false};
      best = total;
    }
  }
  next_ += placed.is_new;
  if (size() == window_) cluster_.erase(cluster_.begin());
  cluster_.push_back(placed.cluster);
  return placed;
}

}  // namespace costruct
