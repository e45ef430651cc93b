// Explicit features: coordinates of points in which inner products are the kernel.
#pragma once

#include "costruct/core/kernel/kernel.hpp"

namespace costruct {

class KernelFeatures {
 public:
  virtual ~KernelFeatures() = default;

  /// How many explicit features there are.
  virtual Index dimension() const = 0;
  /// Appends the explicit features of a point to the part of `table` that is being filled, with
  /// values. Throws DataError where the kernel is transductive and the point is none of those it
  /// was made from. Threads: safe to call concurrently for different tables.
  virtual void append(PointView point, FeatureTable& table) const = 0;
};

}  // namespace costruct
