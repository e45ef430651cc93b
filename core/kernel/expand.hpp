// Replaces a table of features by the table of explicit features of a kernel.
#pragma once

#include <memory>

#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// Which examples of a table may determine the explicit features. They come first in the table.
struct PointsAtHand {
  /// Examples 0..labeled - 1 are labeled. If the sigma2 of a Gaussian kernel is not given, it is
  /// computed from their parts.
  Index labeled = 0;
  /// Examples 0..known - 1 are known at training time, labeled or not; known >= labeled. For a
  /// transductive kernel (KernelEntry::transductive), they must contain all points of the table.
  Index known = 0;
};

/// The result of expand().
struct ExpandedTable {
  FeatureTable table;  ///< the same examples and parts, with explicit features
  /// Computes the same explicit features for new points.
  std::shared_ptr<const KernelFeatures> features;
};

/// Replaces the features of every part by explicit features of the kernel. Only the parts of known
/// examples determine the explicit features; equal points count once. Features need no expansion if
/// options.leaves_features().
///
/// With a scaling, features are scaled before the kernel, as their values in the labeled parts say
/// (feature_scaling.hpp). The features of the linear kernel are then the scaled ones.
///
/// Polynomial kernels of a degree above kLargestProduct use a Cholesky factor. Up to that degree,
/// Expansion::kAuto chooses between products of features and a Cholesky factor. It chooses products
/// if the n different known points have fewer than n * min(n, rank) products in all.
///
/// Throws DataError in these cases:
///   - the explicit features take more than `bytes` of memory;
///   - feature or kernel values are too large, or the rho of a graph kernel is too small;
///   - the kernel is transductive, and an example that is not known has a new point.
/// Calls `watch` for every pivot and part.
/// @param bytes        limit of the memory for the explicit features, in bytes
/// @param keeps_scale  for each feature, whether scaling leaves it as it is; empty: scales all
ExpandedTable expand(const FeatureTable& table, PointsAtHand at_hand, const KernelOptions& options,
                     double bytes, const WorkWatch& watch = {},
                     const std::vector<bool>& keeps_scale = {});

/// Returns the bytes that this number of explicit feature values takes in a table.
double explicit_bytes(double entries);

/// Whether expand() uses products of features for these known points, and not a Cholesky factor.
/// See Expansion in kernel.hpp.
bool takes_products(const KernelOptions& options, const Kernel& kernel, const Points& points);

}  // namespace costruct
