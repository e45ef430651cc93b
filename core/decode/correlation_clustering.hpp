// Correlation clustering: partitions of T objects that maximise the sum of the similarities of
// pairs in the same cluster (Brefeld 2008, eq. 3.36; Bansal, Blum & Chawla 2004). The maximum is
// NP-hard to find: one decoder enumerates, the others approximate, and one of these bounds it from
// above (relaxed_partition() below).
//
// Similarities of the pairs (j, k), k < j, stand in one row: s_jk at pair_index(j, k). A partition
// is an Output of T parts, the cluster of each object, clusters numbered from 0 in the order of
// their first objects; so equal partitions are equal outputs, and the smallest one is all objects
// in one cluster.
#pragma once

#include <optional>
#include <span>

#include "costruct/core/structured_problem.hpp"

namespace costruct {

/// Where the pair of objects j > k stands.
inline Index pair_index(Index j, Index k) {
  return j * (j - 1) / 2 + k;
}
/// T (T - 1) / 2
inline Index num_pairs(Index objects) {
  return objects * (objects - 1) / 2;
}

/// The partition with clusters numbered by their first objects, whatever the clusters are called in
/// `clusters`.
Output partition_of(std::span<const int> clusters);

/// Whether the output is a partition of so many objects, numbered as partition_of() does.
bool is_partition(const Output& output, Index objects);

/// sum of s_jk over pairs in the same cluster, in the order of the pairs. The value of what all
/// decoders of partitions below return. Cost: O(T) and the pairs in the same cluster.
double partition_value(const Output& partition, ConstVectorRef similarity);

/// The best partition and its value, by enumeration; ties to the smallest. At most kMostEnumerated
/// objects. Cost: Bell(T) T.
inline constexpr Index kMostEnumerated = 12;
Decoded best_partition(Index objects, ConstVectorRef similarity);

/// Objects join, in their order, the cluster of largest total similarity among the last `window`
/// objects before them, if that is not negative, else open one (Brefeld 2008, Table 8.2 and
/// Decoding Strategy 8.1); equal totals: the cluster of smallest number. A cluster none of whose
/// objects is in the window can no longer be joined. `window` 0: no limit. Cost: O(T min(T,
/// window)), and partition_value(), which counts all pairs, also those that no window has seen
/// together.
Decoded sequential_partition(Index objects, ConstVectorRef similarity, Index window);

/// Starting from single objects, the two clusters of largest positive total similarity between them
/// are joined until there are none (Finley & Joachims 2005); equal ones: those whose first objects
/// come first, that of the earlier cluster before that of the later one. Cost: O(T^3) at most,
/// mostly O(T^2).
Decoded agglomerative_partition(Index objects, ConstVectorRef similarity);

/// The best partition other than `other` among its neighbours: one object moved to another cluster
/// or to one of its own, or two clusters joined; ties to the smallest, as far as sums are exact.
/// nullopt only where there is one partition (T <= 1). Cost: O(T^2).
std::optional<Decoded> best_neighbour(const Output& other, ConstVectorRef similarity);

/// The relaxation to 0 <= z_jk <= 1 with all triangle inequalities z_jk + z_kl - z_jl <= 1 (Brefeld
/// 2008, section 8.2). Where several z are optimal, nothing says which is found, only that it is
/// always the same one.
struct RelaxedPartition {
  /// By pair; satisfies the inequalities up to rounding.
  Vector z;
  /// No partition has a larger one. By multipliers, and so at most some 1e-10 of it above sum s_jk
  /// z_jk.
  double value = 0;
  Index rounds = 0;     ///< linear programs solved, over all components
  Index triangles = 0;  ///< inequalities in the last ones of them
};

/// Why this build cannot solve linear programs (CLP was missing when it was configured); nullopt
/// where it can.
std::optional<std::string> linear_program_unavailable();

/// Solves the relaxation. Triangle inequalities join the program when a solution violates one.
/// Pairs in different connected components of {s_jk > 0} are 0 in some optimum, so that each
/// component is a program of its own. Those of 24 objects or more in which z = 1/2 wherever s_jk >
/// 0 is optimal, as in noise, are found without one. All similarities finite. Deterministic; safe
/// to call concurrently. Where linear_program_unavailable() says why, that is thrown as a
/// ConfigError.
RelaxedPartition relaxed_partition(Index objects, ConstVectorRef similarity);

/// A partition near a point of the relaxation: z itself where that is 0 or 1 everywhere. Else the
/// best of these, the smallest among equals:
///   the connected components of {z_jk > 1/2};
///   pivots: the first object not yet placed takes all k not yet placed with z_jk > 1/2, until all
///   are; agglomerative_partition(), and sequential_partition() without a window.
/// So it is worth no less than those two. Needs no linear program. Cost: that of
/// agglomerative_partition().
Decoded rounded_partition(Index objects, ConstVectorRef similarity, ConstVectorRef z);

}  // namespace costruct
