// All decoders except the linear program, which is in clustering_lp.cpp. Its solutions are rounded
// here.
#include "costruct/core/decode/clusterings/correlation_clustering.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "costruct/core/error.hpp"

namespace costruct {
namespace {

int as_int(Index i) {
  return static_cast<int>(i);
}

Index objects_of(const Output& partition) {
  return static_cast<Index>(partition.parts.size());
}

/// Clusters as lists of their objects in ascending order.
struct ClusterLists {
  std::vector<Index> first;   // by cluster
  std::vector<Index> second;  // by cluster; the number of objects if it has only one
  std::vector<Index> next;    // by object; the number of objects at the end

  explicit ClusterLists(const Output& partition) {
    const Index T = objects_of(partition);
    next.assign(T, T);
    std::vector<Index> last;
    for (Index j = 0; j < T; ++j) {
      const int c = partition.parts[j];
      if (c == std::ssize(first)) {
        first.push_back(j);
        second.push_back(T);
        last.push_back(j);
        continue;
      }
      if (second[c] == T) second[c] = j;
      next[last[c]] = j;
      last[c] = j;
    }
  }
};

/// Enumerates all partitions in ascending order, object by object. Sums their values in the order
/// of the pairs.
class AllPartitions {
 public:
  AllPartitions(Index objects, ConstVectorRef similarity)
      : objects_(objects),
        similarity_(similarity),
        clusters_(objects),
        values_(objects * (objects + 1)) {}

  Decoded best() {
    place(0, 0, 0);
    return std::move(best_);
  }

 private:
  // Places object j and all later ones. The objects before j are in `open` clusters and have the
  // value `value`.
  void place(Index j, int open, double value) {
    if (j == objects_) {
      if (found_ && !(value > best_.value)) return;
      found_ = true;
      best_.value = value;
      best_.output.parts = clusters_;
      return;
    }
    // value if j joins each cluster, or a new one
    double* with = values_.data() + j * (objects_ + 1);
    std::fill_n(with, open + 1, value);
    const double* row = similarity_.data() + pair_index(j, 0);
    for (Index k = 0; k < j; ++k) with[clusters_[k]] += row[k];
    for (int c = 0; c <= open; ++c) {
      clusters_[j] = c;
      place(j + 1, std::max(open, c + 1), with[c]);
    }
  }

  Index objects_;
  ConstVectorRef similarity_;
  std::vector<int> clusters_;
  Vector values_;
  bool found_ = false;
  Decoded best_;
};

/// The total similarities between the clusters of an agglomeration. Each cluster is named by its
/// first object. For each it stores the later cluster that is most similar to it.
class Agglomeration {
 public:
  Agglomeration(Index objects, ConstVectorRef similarity)
      : objects_(objects), total_(objects * objects), nearest_(objects), alive_(objects) {
    for (Index j = 0; j < objects; ++j) {
      alive_[j] = j;
      for (Index k = 0; k < j; ++k) total(j, k) = total(k, j) = similarity[pair_index(j, k)];
    }
    for (Index a = 0; a < objects; ++a) find_nearest(a);
  }

  /// Joins the two most similar clusters and returns them, a < b; nullopt if no two have a positive
  /// similarity.
  std::optional<std::pair<Index, Index>> join() {
    Index best = -1;
    double largest = 0;
    for (const Index a : alive_) {
      if (nearest_[a] < 0 || !(total(a, nearest_[a]) > largest)) continue;
      best = a;
      largest = total(a, nearest_[a]);
    }
    if (best < 0) return std::nullopt;
    const Index a = best, b = nearest_[best];
    std::erase(alive_, b);
    for (const Index c : alive_) {
      if (c != a) total(c, a) = total(a, c) += total(b, c);
    }
    for (const Index c : alive_) {
      if (c >= b) break;
      if (c == a || nearest_[c] == a || nearest_[c] == b) {
        find_nearest(c);
      } else if (c < a && is_nearer(c, a, nearest_[c])) {
        nearest_[c] = a;
      }
    }
    return std::pair(a, b);
  }

 private:
  double& total(Index a, Index b) { return total_[a * objects_ + b]; }
  bool is_nearer(Index a, Index b, Index than) {
    return total(a, b) > total(a, than) || (total(a, b) == total(a, than) && b < than);
  }
  void find_nearest(Index a) {
    nearest_[a] = -1;
    for (const Index b : alive_) {
      if (b > a && (nearest_[a] < 0 || is_nearer(a, b, nearest_[a]))) nearest_[a] = b;
    }
  }

  Index objects_;
  Vector total_;
  std::vector<Index> nearest_, alive_;
};

/// The neighbours of a partition. Computes the gain of each, and compares it with the partition, in
/// O(1).
class Neighbours {
 public:
  /// One change: an object moves to another cluster or to a new one, or cluster `from` joins an
  /// earlier one (object -1). The number of a new cluster is the number of clusters.
  struct Change {
    Index object;
    int from, to;
  };
  /// The first position at which the changed partition differs from the old one, and its part
  /// there. The smaller Difference belongs to the smaller partition. Partitions with equal
  /// Differences may still differ later.
  struct Difference {
    bool larger;     // than the old partition
    Index position;  // negative if larger, because a later difference is then the smaller one
    int part;
    friend auto operator<=>(const Difference&, const Difference&) = default;
  };

  Neighbours(const Output& partition, ConstVectorRef similarity)
      : partition_(partition),
        objects_(objects_of(partition)),
        lists_(partition),
        clusters_(static_cast<int>(lists_.first.size())),
        to_cluster_(objects_ * clusters_),
        between_(clusters_ * clusters_) {
    for (Index j = 0; j < objects_; ++j) {
      for (Index k = 0; k < j; ++k) {
        const double s = similarity[pair_index(j, k)];
        to_cluster_[j * clusters_ + partition.parts[k]] += s;
        to_cluster_[k * clusters_ + partition.parts[j]] += s;
      }
    }
    int seen = 0;
    for (Index j = 0; j < objects_; ++j) {
      seen_.push_back(seen);
      const int c = partition.parts[j];
      seen = std::max(seen, c + 1);
      for (int to = 0; to < clusters_; ++to)
        between_[c * clusters_ + to] += to_cluster_[j * clusters_ + to];
    }
  }

  template <class Visit>
  void for_each(const Visit& visit) const {
    for (Index j = 0; j < objects_; ++j) {
      const int from = partition_.parts[j];
      for (int to = 0; to < clusters_; ++to) {
        if (to != from) visit(Change{j, from, to});
      }
      if (lists_.second[from] < objects_) visit(Change{j, from, clusters_});
    }
    for (int from = 1; from < clusters_; ++from) {
      for (int to = 0; to < from; ++to) visit(Change{-1, from, to});
    }
  }

  double gain(const Change& change) const {
    if (change.object < 0) return between_[change.from * clusters_ + change.to];
    const double* totals = to_cluster_.data() + change.object * clusters_;
    return (change.to < clusters_ ? totals[change.to] : 0) - totals[change.from];
  }

  Difference difference(const Change& change) const {
    if (change.object < 0) return at(lists_.first[change.from], change.to);
    const Index j = change.object;
    const Index start = change.to < clusters_ ? lists_.first[change.to] : objects_;
    if (start < j) return at(j, change.to);
    if (lists_.first[change.from] < j)
      return at(j, seen_[j]);  // j becomes the first object of a cluster
    // The part of j does not change: its new cluster takes over its number. The cluster that j
    // leaves gets another number.
    const Index left_behind = lists_.second[change.from];
    return start < left_behind ? at(start, change.from) : at(left_behind, seen_[left_behind]);
  }

  Output apply(const Change& change) const {
    std::vector<int> clusters = partition_.parts;
    if (change.object < 0) {
      std::replace(clusters.begin(), clusters.end(), change.from, change.to);
    } else {
      clusters[change.object] = change.to;
    }
    return partition_of(clusters);
  }

 private:
  Difference at(Index position, int part) const {
    const bool larger = part > partition_.parts[position];
    return {larger, larger ? -position : position, part};
  }

  const Output& partition_;
  Index objects_;
  ClusterLists lists_;
  int clusters_;
  Vector to_cluster_;      // [object][cluster]: total similarity of the object to the others in it
  Vector between_;         // [cluster][cluster]
  std::vector<int> seen_;  // by object: clusters of the objects before it
};

/// The connected components of {z_jk > 1/2}.
Output joined_by_majority(Index objects, ConstVectorRef z) {
  std::vector<int> root(objects);
  for (Index j = 0; j < objects; ++j) root[j] = as_int(j);
  for (Index j = 0; j < objects; ++j) {
    for (Index k = 0; k < j; ++k) {
      if (z[pair_index(j, k)] > .5 && root[j] != root[k]) {
        const int old = root[j];
        std::replace(root.begin(), root.begin() + j + 1, old, root[k]);
      }
    }
  }
  return partition_of(root);
}

/// Each object that is not yet placed, in order, takes all k with z_jk > 1/2 that are not yet
/// placed.
Output joined_to_pivots(Index objects, ConstVectorRef z) {
  Output partition{std::vector<int>(objects, -1)};
  int clusters = 0;
  for (Index k = 0; k < objects; ++k) {
    if (partition.parts[k] >= 0) continue;
    partition.parts[k] = clusters;
    for (Index j = k + 1; j < objects; ++j) {
      if (partition.parts[j] < 0 && z[pair_index(j, k)] > .5) partition.parts[j] = clusters;
    }
    ++clusters;
  }
  return partition;
}

}  // namespace

Output partition_of(std::span<const int> clusters) {
  Output partition;
  partition.parts.reserve(clusters.size());
  const auto [least, most] = std::minmax_element(clusters.begin(), clusters.end());
  if (least == clusters.end()) return partition;
  const Index range = Index{*most} - *least + 1;
  int seen = 0;
  if (range <= 4 * std::ssize(clusters)) {
    std::vector<int> number(range, -1);
    for (const int c : clusters) {
      int& n = number[c - *least];
      if (n < 0) n = seen++;
      partition.parts.push_back(n);
    }
    return partition;
  }
  std::vector<int> names(clusters.begin(), clusters.end());
  std::sort(names.begin(), names.end());
  for (const int c : clusters)
    partition.parts.push_back(
        as_int(std::lower_bound(names.begin(), names.end(), c) - names.begin()));
  return partition_of(partition.parts);
}

bool is_partition(const Output& output, Index objects) {
  if (objects_of(output) != objects) return false;
  int seen = 0;
  for (const int c : output.parts) {
    if (c < 0 || c > seen) return false;
    seen = std::max(seen, c + 1);
  }
  return true;
}

double partition_value(const Output& partition, ConstVectorRef similarity) {
  const ClusterLists lists(partition);
  double value = 0;
  for (Index j = 0; j < objects_of(partition); ++j) {
    const double* row = similarity.data() + pair_index(j, 0);
    for (Index k = lists.first[partition.parts[j]]; k < j; k = lists.next[k]) value += row[k];
  }
  return value;
}

Decoded best_partition(Index objects, ConstVectorRef similarity) {
  COSTRUCT_ASSERT(objects <= kMostEnumerated, "more objects than can be enumerated");
  return AllPartitions(objects, similarity).best();
}

Decoded sequential_partition(Index objects, ConstVectorRef similarity, Index window,
                             const std::vector<bool>& apart) {
  Decoded decoded;
  std::vector<int>& cluster = decoded.output.parts;
  cluster.resize(objects);
  Vector total(objects, 0.0);         // by cluster: over the objects in the window
  std::vector<Index> asked(objects);  // by cluster: the last object for which it was summed
  std::vector<int> candidates;
  candidates.reserve(objects);
  int clusters = 0;
  for (Index j = 0; j < objects; ++j) {
    const double* row = similarity.data() + pair_index(j, 0);
    candidates.clear();
    for (Index k = window > 0 ? std::max<Index>(0, j - window) : 0; k < j; ++k) {
      const int c = cluster[k];
      if (asked[c] != j) {
        asked[c] = j;
        total[c] = 0;
        candidates.push_back(c);
      }
      total[c] += row[k];
    }
    for (Index k = 0; k < j && !apart.empty(); ++k) {
      if (apart[pair_index(j, k)]) total[cluster[k]] = -std::numeric_limits<double>::infinity();
    }
    int best = -1;
    for (const int c : candidates) {
      if (best < 0 || total[c] > total[best] || (total[c] == total[best] && c < best)) best = c;
    }
    cluster[j] = best >= 0 && total[best] >= 0 ? best : clusters++;
  }
  decoded.value = partition_value(decoded.output, similarity);
  return decoded;
}

Decoded agglomerative_partition(Index objects, ConstVectorRef similarity) {
  Agglomeration agglomeration(objects, similarity);
  std::vector<int> into(objects);  // the cluster that each was joined to, or itself
  for (Index j = 0; j < objects; ++j) into[j] = as_int(j);
  while (const auto joined = agglomeration.join()) into[joined->second] = as_int(joined->first);
  for (int& c : into) c = into[c];  // earlier ones are done
  Decoded decoded{partition_of(into), 0};
  decoded.value = partition_value(decoded.output, similarity);
  return decoded;
}

std::optional<Decoded> best_neighbour(const Output& other, ConstVectorRef similarity) {
  if (objects_of(other) <= 1) return std::nullopt;
  using Change = Neighbours::Change;
  const Neighbours neighbours(other, similarity);
  std::optional<double> most;
  neighbours.for_each([&](const Change& change) {
    const double gain = neighbours.gain(change);
    if (!most || gain > *most) most = gain;
  });
  // Among ties the smallest. Only partitions with the smallest first difference are constructed.
  std::optional<Neighbours::Difference> least;
  std::vector<Change> left;
  neighbours.for_each([&](const Change& change) {
    if (neighbours.gain(change) != *most) return;
    const Neighbours::Difference difference = neighbours.difference(change);
    if (least && difference > *least) return;
    if (!least || difference < *least) left.clear();
    least = difference;
    left.push_back(change);
  });
  Decoded decoded{neighbours.apply(left.front()), 0};
  for (std::size_t i = 1; i < left.size(); ++i)
    decoded.output = std::min(decoded.output, neighbours.apply(left[i]));
  decoded.value = partition_value(decoded.output, similarity);
  return decoded;
}

Decoded rounded_partition(Index objects, ConstVectorRef similarity, ConstVectorRef z) {
  Decoded best{joined_by_majority(objects, z), 0};
  best.value = partition_value(best.output, similarity);
  if (std::all_of(z.begin(), z.end(), [](double share) { return share == 0 || share == 1; }))
    return best;
  const auto offer = [&](const Decoded& candidate) {
    if (std::tuple(-candidate.value, candidate.output) < std::tuple(-best.value, best.output))
      best = candidate;
  };
  const Output pivots = joined_to_pivots(objects, z);
  offer({pivots, partition_value(pivots, similarity)});
  offer(agglomerative_partition(objects, similarity));
  offer(sequential_partition(objects, similarity, 0));
  return best;
}

}  // namespace costruct
