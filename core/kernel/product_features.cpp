#include "costruct/core/kernel/product_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace costruct {
namespace {

// d! divided by the factorials of the numbers of occurrences of each factor. The d = degree factors
// stand after the filling.
double multinomial(const Product& product, Index degree) {
  double result = 1, run = 0;
  for (Index i = 0; i < degree; ++i) {
    const Index at = kLargestProduct - degree + i;
    run = i > 0 && product[at] == product[at - 1] ? run + 1 : 1;
    result *= static_cast<double>(i + 1) / run;
  }
  return result;
}

// Calls visit(product, prod_s x_s) for all products of a point in ascending order.
template <class Visit>
class ProductVisitor {
 public:
  ProductVisitor(const Kernel& kernel, PointView point, const Visit& visit)
      : degree_(kernel.degree), point_(point), visit_(visit), root_(std::sqrt(kernel.offset)) {
    first_ = kernel.offset > 0 ? -1 : 0;
    product_.fill(-1);
  }
  void run() { choose(0, first_, 1); }

 private:
  // Chooses factor number `chosen` from the features from `from` on; -1 is the offset.
  void choose(Index chosen, Index from, double value) {
    if (chosen == degree_) return visit_(product_, value);
    for (Index i = from; i < static_cast<Index>(point_.feature.size()); ++i) {
      product_[kLargestProduct - degree_ + chosen] = i < 0 ? -1 : point_.feature[i];
      choose(chosen + 1, i, value * (i < 0 ? root_ : point_.value[i]));
    }
  }

  Index degree_;
  PointView point_;
  const Visit& visit_;
  double root_;
  Index first_ = 0;
  Product product_;
};

template <class Visit>
void for_each_product(const Kernel& kernel, PointView point, const Visit& visit) {
  ProductVisitor<Visit>(kernel, point, visit).run();
}

}  // namespace

ProductFeatures::ProductFeatures(const Kernel& kernel, std::vector<Product> products)
    : kernel_(kernel), products_(std::move(products)) {
  COSTRUCT_ASSERT(kernel.type == KernelType::kPolynomial && kernel.degree >= 1 &&
                      kernel.degree <= kLargestProduct,
                  "products are those of a polynomial of degree 1 to 3");
}

void ProductFeatures::append(PointView point, FeatureTable& table) const {
  auto from = products_.begin();  // both are ascending
  for_each_product(kernel_, point, [&](const Product& product, double value) {
    from = std::lower_bound(from, products_.end(), product);
    if (from == products_.end() || *from != product) return;
    table.feature.push_back(static_cast<std::int32_t>(from - products_.begin()));
    table.value.push_back(std::sqrt(multinomial(product, kernel_.degree)) * value);
  });
}

double num_products(const Kernel& kernel, Index features) {
  const auto factors = static_cast<double>(features + (kernel.offset > 0 ? 1 : 0));
  double count = 1;  // binomial(factors + degree - 1, degree)
  for (Index i = 0; i < kernel.degree; ++i)
    count = count * (factors + static_cast<double>(i)) / static_cast<double>(i + 1);
  return count;
}

ProductFeatures products_of(const Kernel& kernel, const Points& points, double bytes,
                            const WorkWatch& watch) {
  double entries = 0;
  for (Index i = 0; i < points.size(); ++i)
    entries += num_products(kernel, static_cast<Index>(points[i].feature.size()));
  constexpr double kMost = std::numeric_limits<std::int32_t>::max();
  if (entries * sizeof(Product) > bytes || entries > kMost) {
    throw DataError(fmt::format(
        "the points have {:.0f} products of {} features, too many for this machine's memory: "
        "use expansion cholesky with a kernel.rank",
        entries, kernel.degree));
  }
  std::vector<Product> products;
  products.reserve(static_cast<std::size_t>(entries));
  for (Index i = 0; i < points.size(); ++i) {
    watch_step(watch, {"products", "points", i, points.size()});
    if (!std::isfinite(kernel(points[i], points[i]))) refuse_too_large(points);
    for_each_product(kernel, points[i],
                     [&](const Product& product, double) { products.push_back(product); });
  }
  watch_step(watch, {"sorting products", ""});
  std::sort(products.begin(), products.end());
  products.erase(std::unique(products.begin(), products.end()), products.end());
  products.shrink_to_fit();
  return {kernel, std::move(products)};
}

}  // namespace costruct
