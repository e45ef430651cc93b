// From a table of features to the table of explicit features of a kernel.
#pragma once

#include <memory>

#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// Which examples of a table teach the kernel something; the others follow behind.
struct PointsAtHand {
  Index labeled = 0;  ///< examples 0..labeled - 1: a missing sigma2 comes from their parts
  /// Examples 0..known - 1, the points: all that a learner trains on, labeled or not; of a
  /// transductive kernel all examples there are.
  Index known = 0;
};

struct ExpandedTable {
  FeatureTable table;  ///< the same examples and parts, with explicit features
  std::shared_ptr<const KernelFeatures> features;
};

/// Replaces the features of every part by explicit features of the kernel, made from the points at
/// hand alone. Equal points count once. Expansion kAuto of a polynomial takes products where the
/// points at hand have fewer of them than n * min(n, rank) entries, n the number of different
/// points. Throws DataError where all together would take more than `bytes`, values are too large,
/// or a kernel is transductive and an example that is not known has other points. `watch` hears of
/// every pivot and part.
ExpandedTable expand(const FeatureTable& table, PointsAtHand at_hand, const KernelOptions& options,
                     double bytes, const WorkWatch& watch = {});

/// Bytes that so many entries of explicit features take.
double explicit_bytes(double entries);

/// Whether products are taken for these points.
bool takes_products(const KernelOptions& options, const Kernel& kernel, const Points& points);

}  // namespace costruct
