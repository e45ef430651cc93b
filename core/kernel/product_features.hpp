// Explicit features of a polynomial kernel: products of features.
//
//   (<x, x'> + c)^d = sum over multisets S of d factors out of (sqrt(c), x_1, x_2, ...) of
//                     multinomial(S) * prod_{s in S} x_s * prod_{s in S} x'_s,
// so that sqrt(multinomial(S)) * prod_{s in S} x_s are its features: exact for any two points, and
// few for sparse ones. A product that no point of training has would have weight 0 in any learner,
// and is left out.
#pragma once

#include <array>

#include "costruct/core/kernel/kernel_features.hpp"
#include "costruct/core/work_watch.hpp"

namespace costruct {

/// The features of a product in ascending order, each as often as it is a factor; -1 stands for the
/// offset, and fills up from the left to three factors.
using Product = std::array<std::int32_t, 3>;

class ProductFeatures final : public KernelFeatures {
 public:
  /// `products` ascend; explicit feature i is products[i]. The kernel is polynomial of degree 1
  /// to 3.
  ProductFeatures(const Kernel& kernel, std::vector<Product> products);

  const Kernel& kernel() const { return kernel_; }
  Index dimension() const override { return static_cast<Index>(products_.size()); }
  void append(PointView point, FeatureTable& table) const override;

  const std::vector<Product>& products() const { return products_; }

 private:
  Kernel kernel_;
  std::vector<Product> products_;
};

/// How many products a point with that many features has.
double num_products(const Kernel& kernel, Index features);

/// The features for all products of some points. Throws DataError where they take more than
/// `bytes`, or a product is not finite.
ProductFeatures products_of(const Kernel& kernel, const Points& points, double bytes,
                            const WorkWatch& watch = {});

}  // namespace costruct
