// Sequential clustering of a stream without an end.
#pragma once

#include <vector>

#include "costruct/core/types.hpp"

namespace costruct {

/// Places objects as sequential_partition() does (Brefeld 2008, Decoding Strategy 8.1), one at a
/// time, and knows no more than the last `window` of them. Clusters are numbered from 0 in the
/// order in which they open, without an end.
class SequentialClusters {
 public:
  /// @param window  >= 1
  explicit SequentialClusters(Index window) : window_(window) {}

  struct Placed {
    Index cluster = 0;
    bool is_new = false;
  };
  /// Places the next object. `similarities`: to the objects in the window, the oldest first; size()
  /// of them. The object joins the window, whose oldest leaves it where it is full. Cost: linear in
  /// the window.
  Placed place(ConstVectorRef similarities);

  /// Objects in the window; the cluster of each, the oldest first.
  Index size() const { return static_cast<Index>(cluster_.size()); }
  const std::vector<Index>& clusters() const { return cluster_; }
  Index num_clusters() const { return next_; }

  /// A state that clusters() and num_clusters() told: all clusters less than `next`.
  void restore(std::vector<Index> clusters, Index next) {
    cluster_ = std::move(clusters);
    next_ = next;
  }

 private:
  Index window_;
  Index next_ = 0;
  std::vector<Index> cluster_;
  std::vector<std::pair<Index, double>> total_;  // by cluster; room that is kept
};

}  // namespace costruct
