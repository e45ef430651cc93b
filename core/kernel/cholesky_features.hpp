// Explicit features from a pivoted Cholesky factor: z(x) solves L z = k(x, landmarks), L the rows
// of the factor that belong to its pivots, the landmarks. Then <z(x), z(x')> is the kernel where x
// or x' is a landmark, or any point at hand if the factor has full rank; else it is the Nystroem
// approximation.
#pragma once

#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/kernel/pivoted_cholesky.hpp"

namespace costruct {

class CholeskyFeatures final : public KernelFeatures {
 public:
  /// `triangle` is L, column behind column without the zeros above the diagonal; its diagonal is
  /// positive.
  CholeskyFeatures(const Kernel& kernel, Points landmarks, Vector triangle);

  const Kernel& kernel() const { return kernel_; }
  Index dimension() const override { return landmarks_.size(); }
  void append(PointView point, FeatureTable& table) const override;

  /// z(x); of a point at hand the same bits as its row of the factor. Cost: r kernels, r^2 / 2
  /// multiplications.
  Vector coordinates(PointView point) const;

  const Points& landmarks() const { return landmarks_; }
  const Vector& triangle() const { return triangle_; }

 private:
  Kernel kernel_;
  Points landmarks_;
  Vector triangle_;
};

/// Appends a row of coordinates to the part of `table` that is being filled.
void append_dense(const Vector& coordinates, FeatureTable& table);

/// Factorises the kernel matrix of `points`. Throws DataError where a kernel value is not finite or
/// memory too small.
CholeskyFactor factorize(const Kernel& kernel, const Points& points, const CholeskyLimits& limits,
                         const WorkWatch& watch = {});

/// The features that belong to a factor.
CholeskyFeatures features_of(const Kernel& kernel, const Points& points,
                             const CholeskyFactor& factor);

}  // namespace costruct
