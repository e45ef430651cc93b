// Explicit features of a polynomial kernel: products of features.
//
//   (<x, x'> + c)^d = sum over multisets S of d factors out of (sqrt(c), x_1, x_2, ...) of
//                     multinomial(S) * prod_{s in S} x_s * prod_{s in S} x'_s,
//
// so the features are sqrt(multinomial(S)) * prod_{s in S} x_s. They are exact for any two points,
// and few for sparse points. A product that no training point has would get weight 0 in any
// learner, so it is left out.
#pragma once

#include <array>

#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// The features of a product in ascending order, each as often as it is a factor. -1 stands for the
/// factor sqrt(c) of the offset. A product of fewer than three factors has -1 in front of them,
/// too.
using Product = std::array<std::int32_t, 3>;

/// The features of a polynomial kernel for a list of products. products_of() makes them from
/// points.
class ProductFeatures final : public KernelFeatures {
 public:
  /// `products` must be ascending; explicit feature i is products[i]. The kernel must be polynomial
  /// of degree 1 to 3.
  ProductFeatures(const Kernel& kernel, std::vector<Product> products);

  const Kernel& kernel() const { return kernel_; }
  Index dimension() const override { return static_cast<Index>(products_.size()); }
  void append(PointView point, FeatureTable& table) const override;

  const std::vector<Product>& products() const { return products_; }

 private:
  Kernel kernel_;
  std::vector<Product> products_;
};

/// The number of products of a point with this many features. It is binomial(m + d - 1, d) for
/// degree d. Here m is `features`, plus 1 if the offset is > 0.
double num_products(const Kernel& kernel, Index features);

/// The features for all products that occur in these points. Throws DataError if they take more
/// than `bytes`, or a product is not finite.
ProductFeatures products_of(const Kernel& kernel, const Points& points, double bytes,
                            const WorkWatch& watch = {});

}  // namespace costruct
