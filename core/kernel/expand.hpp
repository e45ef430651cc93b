// Replaces a table of features by the table of explicit features of a kernel.
#pragma once

#include <memory>

#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// Which examples of a table the kernel may learn from. They stand first in the table; all other
/// examples follow.
struct PointsAtHand {
  /// Examples 0..labeled - 1 are labeled. A missing sigma2 is computed from their parts.
  Index labeled = 0;
  /// Examples 0..known - 1 are known: all that a learner trains on, labeled or not. A transductive
  /// kernel must know all examples.
  Index known = 0;
};

/// The result of expand().
struct ExpandedTable {
  FeatureTable table;  ///< the same examples and parts, with explicit features
  std::shared_ptr<const KernelFeatures> features;
};

/// Replaces the features of every part by explicit features of the kernel. The features are made
/// only from the parts of known examples; equal points count once.
///
/// For a polynomial kernel, Expansion::kAuto chooses between products of features and a Cholesky
/// factor. It takes products if the n different known points have fewer than n * min(n, rank) of
/// them in all.
///
/// Throws DataError in these cases:
///   - the explicit features take more than `bytes`;
///   - values are too large;
///   - the kernel is transductive, and an example that is not known has a new point.
/// Calls `watch` for every pivot and part.
ExpandedTable expand(const FeatureTable& table, PointsAtHand at_hand, const KernelOptions& options,
                     double bytes, const WorkWatch& watch = {});

/// Bytes that this number of entries of explicit features takes.
double explicit_bytes(double entries);

/// Whether expand() takes products for these known points.
bool takes_products(const KernelOptions& options, const Kernel& kernel, const Points& points);

}  // namespace costruct
