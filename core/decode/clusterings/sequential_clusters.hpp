// Sequential clustering of an endless stream.
#pragma once

#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// Places objects one at a time, as sequential_partition() does (Brefeld 2008, Decoding Strategy
/// 8.1). It stores only the last `window` objects. Clusters are numbered from 0 in the order in
/// which they open; the numbers grow without limit.
class SequentialClusters {
 public:
  /// @param window  >= 1
  explicit SequentialClusters(Index window) : window_(window) {}

  /// The cluster that an object has joined, and whether the object opened it.
  struct Placed {
    Index cluster = 0;
    bool is_new = false;
  };
  /// Places the next object. The object joins the window; if the window was full, the oldest object
  /// leaves it. Cost: linear in the window.
  /// @param similarities  size() similarities to the objects in the window, the oldest first
  Placed place(ConstVectorRef similarities);

  /// The number of objects in the window.
  Index size() const { return static_cast<Index>(cluster_.size()); }
  /// The clusters of the objects in the window, the oldest first.
  const std::vector<Index>& clusters() const { return cluster_; }
  /// The number of clusters opened so far, which is the number of the next new cluster.
  Index num_clusters() const { return next_; }

  /// Restores a state: results of clusters() and num_clusters(). All clusters must be less than
  /// `next`.
  void restore(std::vector<Index> clusters, Index next) {
    cluster_ = std::move(clusters);
    next_ = next;
  }

 private:
  Index window_;
  Index next_ = 0;
  std::vector<Index> cluster_;
  std::vector<std::pair<Index, double>> total_;  // by cluster; kept to avoid allocations
};

}  // namespace costruct
