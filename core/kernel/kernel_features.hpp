// Explicit features of a kernel: coordinates of points whose inner products are the kernel.
#pragma once

#include "costruct/core/kernel/kernel.hpp"

namespace costruct {

/// The explicit features of one kernel.
class KernelFeatures {
 public:
  virtual ~KernelFeatures() = default;

  /// The number of explicit features.
  virtual Index dimension() const = 0;
  /// Appends the explicit features of a point, with values, to the current part of `table`. Throws
  /// DataError if the kernel is transductive and was not made from this point. Threads: safe to
  /// call concurrently for different tables.
  virtual void append(PointView point, FeatureTable& table) const = 0;
};

}  // namespace costruct
