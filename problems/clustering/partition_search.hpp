// Finds partitions by the similarities of pairs, within links.
#pragma once

#include <optional>

#include "costruct/core/decode/clusterings/correlation_clustering.hpp"
#include "costruct/problems/clustering/clustering_options.hpp"
#include "costruct/problems/clustering/known_links.hpp"
#include "costruct/problems/clustering/partitions.hpp"

namespace costruct::clustering {

/// Decodes a set of objects by correlation_clustering.hpp. With links it decodes the groups of
/// linked objects, so that every decoder keeps to the links. Values are those of the objects: the
/// sum of the similarities of all pairs in the same cluster.
class PartitionSearch {
 public:
  /// @param similarity  of each pair of objects, at pair_index() of both; outlives this object
  /// @param links       outlives this object; null: nothing is known
  PartitionSearch(Index objects, const Vector& similarity, const LinkedObjects* links);

  /// The partition that this decoder finds.
  /// @param window  of the sequential decoder; 0: no limit. A group counts as one object, at the
  ///                place of its first object. Cannot-links hold beyond the window.
  Decoded best(Decoder decoder, Index window) const;
  /// The best partition that differs by one group moved or by two clusters joined. nullopt if there
  /// is none, or if `partition` does not keep to the links.
  std::optional<Decoded> best_neighbour(const Output& partition) const;

  /// Solves the linear relaxation; see relaxed_partition(). z has a value for each pair of groups.
  RelaxedPartition relaxed() const;
  /// The z of two objects, j > k; 1 for objects of one group.
  double share(const RelaxedPartition& relaxed, Index j, Index k) const;
  /// Rounds a result of relaxed() to a partition of the objects; see rounded_partition().
  Decoded rounded(const RelaxedPartition& relaxed) const;

 private:
  const Vector& of_groups() const { return links_ == nullptr ? similarity_ : of_groups_; }
  Decoded best_of_groups(Decoder decoder, Index window) const;
  Decoded of_objects(Decoded of_groups) const;

  Index size_;  // objects, or groups
  const Vector& similarity_;
  const LinkedObjects* links_;
  Vector of_groups_;
};

/// Calls use(partition) for every partition that keeps to the links, in lexicographic order.
/// @param links  null: nothing is known
template <class Use>
void for_each_linked_partition(Index objects, const LinkedObjects* links, const Use& use) {
  if (links == nullptr) return for_each_partition(objects, use);
  for_each_partition(links->num_groups(), [&](const Output& of_groups) {
    if (links->keeps_apart(of_groups)) use(links->of_objects(of_groups));
  });
}

}  // namespace costruct::clustering
