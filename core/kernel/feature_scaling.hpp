// The option `scaling` of kernels: the features of a view on one scale.
#pragma once

#include <memory>

#include "costruct/core/kernel/kernel_features.hpp"

namespace costruct {

/// Maps each feature x_j of a view to (x_j - shift[j]) * factor[j], or to x_j * factor[j] without
/// shifts.
struct FeatureScaling {
  Scaling kind = Scaling::kNone;  ///< how it was made, for readers
  Vector shift;                   ///< by feature; empty for a view that is mostly zeros
  Vector factor;                  ///< by feature; 0 drops it, 1 with shift 0 leaves it as it is

  /// An upper bound of the number of entries of a table after scaling.
  double entries_of(const FeatureTable& table) const;
};

/// Computes the scaling of a view from the parts 0..num_parts - 1 of its table. With x_j the values
/// of feature j in these parts:
///   standardize  shift: mean, factor: 1 / deviation
///   minmax       shift: smallest value, factor: 1 / (largest - smallest)
///   robust       shift: median, factor: 1 / (third quartile - first), or as for standardize if
///                these are equal
/// A feature that is constant in these parts gets the factor 0. If more than half of the values to
/// scale are 0, nothing is shifted, so that the view stays sparse. minmax then divides by the
/// largest |x_j|. Throws DataError if values are too large.
/// Cost: linear in the entries of these parts; robust sorts the values of each feature.
/// @param keeps_scale  for each feature, whether it stays as it is; empty: scales all
FeatureScaling feature_scaling(Scaling kind, const FeatureTable& table, Index num_parts,
                               const std::vector<bool>& keeps_scale = {});

/// The features of a scaled view: the scaled features themselves, or those of a kernel of them.
class ScaledFeatures final : public KernelFeatures {
 public:
  /// @param inner  explicit features of the kernel, which take scaled points; null for the linear
  ///               kernel
  ScaledFeatures(FeatureScaling scaling, std::shared_ptr<const KernelFeatures> inner);

  const FeatureScaling& scaling() const { return scaling_; }
  const std::shared_ptr<const KernelFeatures>& inner() const { return inner_; }
  Index dimension() const override {
    return inner_ ? inner_->dimension() : static_cast<Index>(scaling_.factor.size());
  }
  /// Cost: linear in the entries of the point and in the number of shifted features.
  void append(PointView point, FeatureTable& table) const override;

 private:
  void scale(PointView point, Point& scaled) const;

  FeatureScaling scaling_;
  std::vector<std::int32_t> shifted_;  // the features with a shift, ascending
  std::shared_ptr<const KernelFeatures> inner_;
};

}  // namespace costruct
