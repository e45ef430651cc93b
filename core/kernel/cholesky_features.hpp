// Explicit features from a pivoted Cholesky factor. The pivots of the factor are called landmarks.
// The features z(x) of a point x are the solution of
//   L z = k(x, landmarks),
// where L consists of the rows of the factor that belong to the landmarks.
//
// <z(x), z(x')> equals the kernel if x or x' is a landmark. If the factor has full rank, it also
// equals the kernel if x or x' is any of the factorised points. Otherwise it is the Nystroem
// approximation.
#pragma once

#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/kernel/pivoted_cholesky.hpp"

namespace costruct {

/// Computes the features z(x) of any point. features_of() makes an object from a factor; the
/// constructor makes it from stored values.
class CholeskyFeatures final : public KernelFeatures {
 public:
  /// @param landmarks  the r landmarks, in the order of the pivots
  /// @param triangle   L column by column, without the zeros above the diagonal: r (r + 1) / 2
  ///                   entries. Its diagonal is positive.
  CholeskyFeatures(const Kernel& kernel, Points landmarks, Vector triangle);

  const Kernel& kernel() const { return kernel_; }
  Index dimension() const override { return landmarks_.size(); }
  void append(PointView point, FeatureTable& table) const override;

  /// Returns z(x), r numbers. For a factorised point they have the same bits as its row of the
  /// factor. Cost: r kernel values and r^2 / 2 multiplications.
  Vector coordinates(PointView point) const;

  const Points& landmarks() const { return landmarks_; }
  const Vector& triangle() const { return triangle_; }

 private:
  Kernel kernel_;
  Points landmarks_;
  Vector triangle_;
};

/// Appends the coordinates to the current part of `table`, as the values of features 0, 1, 2, ...
void append_dense(const Vector& coordinates, FeatureTable& table);

/// Factorises the kernel matrix of `points` by pivoted_cholesky(). Throws DataError if a kernel
/// value is not finite or the memory limit is too small. Calls `watch` for every pivot.
CholeskyFactor factorize(const Kernel& kernel, const Points& points, const CholeskyLimits& limits,
                         const WorkWatch& watch = {});

/// Returns the features of a factor, which must be the result of factorize() for these points.
CholeskyFeatures features_of(const Kernel& kernel, const Points& points,
                             const CholeskyFactor& factor);

}  // namespace costruct
