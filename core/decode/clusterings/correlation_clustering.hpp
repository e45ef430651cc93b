// Correlation clustering: finds partitions of T objects that maximise the sum of the similarities
// of pairs in the same cluster (Brefeld 2008, eq. 3.36; Bansal, Blum & Chawla 2004). Finding the
// maximum is NP-hard. best_partition() enumerates, other decoders approximate, and
// relaxed_partition() bounds the maximum from above.
//
// The similarity s_jk of the pair (j, k), k < j, stands at pair_index(j, k) of a vector with
// num_pairs(T) entries. A partition is an Output of T parts: the cluster of each object. Clusters
// are numbered from 0 in the order of their first objects, so that equal partitions are equal
// outputs. "The smallest" partition below is the lexicographically smallest output. The smallest of
// all has all objects in one cluster.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "costruct/core/decode/linear_program.hpp"
#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The index of the pair of objects j > k, both numbered from 0.
inline Index pair_index(Index j, Index k) {
  return j * (j - 1) / 2 + k;
}
/// T (T - 1) / 2, the number of pairs
inline Index num_pairs(Index objects) {
  return objects * (objects - 1) / 2;
}

/// The partition that `clusters` describes, where the cluster of each object may have any number.
/// Renumbers the clusters by their first objects.
Output partition_of(std::span<const int> clusters);

/// Whether the output is a partition of this number of objects, numbered as partition_of() does.
bool is_partition(const Output& output, Index objects);

/// The sum of s_jk over pairs in the same cluster, in the order of the pairs. All decoders of
/// partitions below return this value. Cost: O(T + number of pairs in the same cluster).
double partition_value(const Output& partition, ConstVectorRef similarity);

/// Finds the best partition and its value by enumeration; among ties the smallest wins. `objects`
/// must be at most kMostEnumerated, which an assertion checks. Cost: Bell(T) T.
inline constexpr Index kMostEnumerated = 12;
Decoded best_partition(Index objects, ConstVectorRef similarity);

/// Places the objects one after the other (Brefeld 2008, Table 8.2 and Decoding Strategy 8.1). Each
/// object joins the cluster with the largest total similarity, summed over the last `window`
/// objects before it. If the largest total is negative, the object opens a new cluster. Among equal
/// totals the cluster with the smallest number wins. No object can join a cluster that has no
/// object in the window. If `window` is 0, there is no limit.
///
/// Cost: O(T min(T, window)) plus that of partition_value(); O(T^2) with `apart`. The returned
/// value counts all pairs, also those that were never in a window together.
/// @param apart  at pair_index(j, k): whether j must not join a cluster that has k, even if k has
///               left the window. Empty: no pairs
Decoded sequential_partition(Index objects, ConstVectorRef similarity, Index window,
                             const std::vector<bool>& apart = {});

/// Starts from single objects. Joins the two clusters with the largest positive total similarity,
/// until no two clusters have a positive one (Finley & Joachims 2005). Among pairs with equal
/// totals, the one with the smaller earlier cluster wins, then the one with the smaller later
/// cluster. Clusters are compared by their first objects. Cost: O(T^3) at most, mostly O(T^2).
Decoded agglomerative_partition(Index objects, ConstVectorRef similarity);

/// Finds the best neighbour of the partition `other`. A neighbour has one object moved to another
/// or a new cluster, or two clusters joined. Among ties the smallest wins, unless rounding makes
/// equal values differ. Returns nullopt only if T <= 1, where no other partition exists. Cost:
/// O(T^2).
std::optional<Decoded> best_neighbour(const Output& other, ConstVectorRef similarity);

/// A solution z of the linear relaxation (Brefeld 2008, section 8.2):
///   maximise sum s_jk z_jk  with  0 <= z_jk <= 1  and all triangle inequalities
///   z_jk + z_kl - z_jl <= 1.
/// If there are several optima, which of them is found is unspecified, but repeated calls find the
/// same one.
struct RelaxedPartition {
  /// z_jk at pair_index(j, k). Satisfies the inequalities up to rounding.
  Vector z;
  /// An upper bound of the value of every partition, computed from the Lagrange multipliers. It
  /// exceeds the sum of s_jk z_jk by at most about 1e-10 of that sum, unless CLP fails or runs out
  /// of memory.
  double value = 0;
  Index rounds = 0;     ///< number of linear programs solved, over all components
  Index triangles = 0;  ///< triangle inequalities in the last programs of all components
};

/// Solves the relaxation. All similarities must be finite. The result is deterministic, and
/// concurrent calls are safe. Throws a ConfigError with the reason if linear_program_unavailable()
/// gives one.
///
/// A triangle inequality is added to the program when a solution violates it. Take the graph that
/// has an edge for each s_jk > 0. Some optimum has z = 0 for all pairs in different connected
/// components, so each component is a program of its own. If similarities are noise, z = 1/2
/// wherever s_jk > 0 is often optimal. In components of at least 24 objects the function first
/// tries to prove this. If it succeeds, the component needs no linear program.
RelaxedPartition relaxed_partition(Index objects, ConstVectorRef similarity);

/// Rounds a feasible point z of the relaxation to a partition. If z is 0 or 1 everywhere, z already
/// is a partition, which is returned. Otherwise the result is the best of the following, and among
/// ties the smallest:
///   - the connected components of {z_jk > 1/2};
///   - pivots: the first object that is not yet placed takes all k with z_jk > 1/2 that are not yet
///     placed, until all are placed;
///   - agglomerative_partition();
///   - sequential_partition() without a window.
///
/// Rounding needs no linear program. It costs as much as agglomerative_partition().
/// @param z  at pair_index(j, k), for example RelaxedPartition::z
Decoded rounded_partition(Index objects, ConstVectorRef similarity, ConstVectorRef z);

}  // namespace costruct
