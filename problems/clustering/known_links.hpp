// Must-links and cannot-links: what is known of the partition of a set of objects.
//
// A fact {k1, ..., kn, 1} says that these objects are in the same cluster. {k1, ..., kn, 0} says
// that no two of them are in the same cluster.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "costruct/core/known.hpp"
#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct::clustering {

/// A fact for each pair of objects that all of these partitions put together, or all put apart.
/// There must be a partition. All are of the same objects.
Known common_links(std::span<const Output> partitions);

/// Whether the partition agrees with all facts.
bool agrees(const Known& known, const Output& partition);

/// The links of some objects, with all that follows from them. Objects that are linked with the
/// same object are linked. A cannot-link of two objects holds for all objects linked with them.
class LinkClosure {
 public:
  /// Begins without links. Memory: a bit for each pair of objects.
  explicit LinkClosure(Index objects);
  /// The closure of facts. A link that contradicts those before it is left out.
  LinkClosure(Index objects, const Known& known);
  /// Links two different objects. Returns false, and changes nothing, if the link contradicts
  /// earlier ones. Cost: O(number of objects) if it joins groups, else O(1).
  /// @param together  whether they must be in the same cluster, or cannot be
  bool add(Index j, Index k, bool together);

  /// A number for each object, the same for objects that must be in the same cluster.
  const std::vector<int>& groups() const { return group_; }
  /// Whether two objects cannot be in the same cluster.
  bool are_apart(Index j, Index k) const;

 private:
  void join(int into, int from);

  std::vector<int> group_;
  std::vector<bool> apart_;  // at pair_index() of two groups
};

/// Objects with links. The objects of a set that must be in the same cluster form a group. Groups
/// are numbered by their first objects. The partitions of the objects that keep to the links are
/// the partitions of the groups that keep groups with a cannot-link apart.
class LinkedObjects {
 public:
  explicit LinkedObjects(const LinkClosure& closure);

  Index num_groups() const { return num_groups_; }
  Index group_of(Index object) const { return groups_.parts[static_cast<std::size_t>(object)]; }
  /// At pair_index() of two groups: whether they have a cannot-link.
  const std::vector<bool>& apart() const { return apart_; }
  /// Whether the objects j > k are known to be in one cluster, or known not to be.
  bool is_known(Index j, Index k) const;

  /// The total similarity of each pair of groups, at pair_index() of both; kRuledOut
  /// (problems/known_inputs.hpp), a very low score, for a cannot-link.
  /// @param similarity  of each pair of objects, at pair_index() of both
  Vector of_groups(ConstVectorRef similarity) const;
  /// The groups as a partition of the objects.
  const Output& groups() const { return groups_; }
  /// The partition of the objects for a partition of the groups. If one partition of the groups is
  /// lexicographically smaller than another one, so is its result.
  Output of_objects(const Output& partition_of_groups) const;
  /// The partition of the groups; nullopt if the partition does not keep to the links.
  std::optional<Output> of_groups(const Output& partition) const;
  /// Whether a partition of the groups keeps to the cannot-links.
  bool keeps_apart(const Output& partition_of_groups) const;

 private:
  Output groups_;
  Index num_groups_ = 0;
  std::vector<bool> apart_;
  // For of_groups(): the pair of groups of each pair of objects, or num_pairs(num_groups_) for
  // objects of one group; and the pairs of groups with a cannot-link.
  std::vector<std::int32_t> pair_of_groups_;
  std::vector<std::size_t> ruled_out_;
};

}  // namespace costruct::clustering
