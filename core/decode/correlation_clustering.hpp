// Correlation clustering: finds partitions of T objects that maximise the sum of the similarities
// of pairs in the same cluster (Brefeld 2008, eq. 3.36; Bansal, Blum & Chawla 2004). The maximum is
// NP-hard to find. One decoder enumerates, others approximate, and relaxed_partition() bounds the
// maximum from above.
//
// The similarity s_jk of the pair (j, k), k < j, stands at pair_index(j, k). A partition is an
// Output of T parts: the cluster of each object. Clusters are numbered from 0 in the order of their
// first objects, so that equal partitions are equal outputs. The smallest output has all objects in
// one cluster.
#pragma once

#include <optional>
#include <span>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// The place of the pair of objects j > k.
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

/// The best partition and its value, by enumeration; among ties the smallest. There may be at most
/// kMostEnumerated objects. Cost: Bell(T) T.
inline constexpr Index kMostEnumerated = 12;
Decoded best_partition(Index objects, ConstVectorRef similarity);

/// Places the objects one after the other (Brefeld 2008, Table 8.2 and Decoding Strategy 8.1). Each
/// object joins the cluster with the largest total similarity, summed over the last `window`
/// objects before it. If this is negative, the object opens a new cluster. Among equal totals the
/// cluster with the smallest number wins. No object can join a cluster that has no object in the
/// window. `window` 0: no limit.
///
/// Cost: O(T min(T, window)) plus that of partition_value(). The returned value counts all pairs,
/// also those that were never in a window together.
Decoded sequential_partition(Index objects, ConstVectorRef similarity, Index window);

/// Starts from single objects and joins the two clusters with the largest positive total
/// similarity, until no two have one (Finley & Joachims 2005). Among equal totals the pair wins
/// whose first objects come first: it compares the earlier cluster, then the later one. Cost:
/// O(T^3) at most, mostly O(T^2).
Decoded agglomerative_partition(Index objects, ConstVectorRef similarity);

/// The best neighbour of `other`. Neighbours are partitions that differ by one object moved to
/// another or a new cluster, or by two clusters joined. Among ties the smallest wins, as far as
/// sums are exact. nullopt only if there is just one partition (T <= 1). Cost: O(T^2).
std::optional<Decoded> best_neighbour(const Output& other, ConstVectorRef similarity);

/// A solution z of the linear relaxation (Brefeld 2008, section 8.2):
///   maximise sum s_jk z_jk  with  0 <= z_jk <= 1  and all triangle inequalities
///   z_jk + z_kl - z_jl <= 1.
/// If there are several optima, it is unspecified which of them is found, but it is always the same
/// one.
struct RelaxedPartition {
  /// z_jk at pair_index(j, k). Satisfies the inequalities up to rounding.
  Vector z;
  /// An upper bound of the value of every partition, computed from the multipliers. It exceeds sum
  /// s_jk z_jk by at most about 1e-10 of it, unless CLP fails or runs out of memory.
  double value = 0;
  Index rounds = 0;     ///< number of linear programs solved, over all components
  Index triangles = 0;  ///< inequalities in the last program of each component
};

/// The reason why this build cannot solve linear programs (CLP was missing when it was configured);
/// nullopt if it can.
std::optional<std::string> linear_program_unavailable();

/// Solves the relaxation. All similarities must be finite. Deterministic; safe to call
/// concurrently. Throws the reason as a ConfigError if linear_program_unavailable() gives one.
///
/// A triangle inequality is added to the program when a solution violates it. Some optimum has z =
/// 0 for all pairs in different connected components of {s_jk > 0}. Each component is therefore a
/// program of its own. In components of at least 24 objects, z = 1/2 wherever s_jk > 0 may be
/// optimal, as in noise. Such components need no linear program.
RelaxedPartition relaxed_partition(Index objects, ConstVectorRef similarity);

/// A partition near a point z of the relaxation. If z is 0 or 1 everywhere, it is z itself.
/// Otherwise it is the best of the following, and among ties the smallest:
///   - the connected components of {z_jk > 1/2};
///   - pivots: the first object that is not yet placed takes all k with z_jk > 1/2 that are not yet
///     placed, until all are placed;
///   - agglomerative_partition();
///   - sequential_partition() without a window.
///
/// Its value is then at least that of the last two. It needs no linear program. Cost: that of
/// agglomerative_partition().
Decoded rounded_partition(Index objects, ConstVectorRef similarity, ConstVectorRef z);

}  // namespace costruct
