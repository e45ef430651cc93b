#include "costruct/experiments/models/kept_weights.hpp"

#include <algorithm>

#include "costruct/core/interfaces/feature_major.hpp"
#include "costruct/core/interfaces/offered.hpp"
#include "costruct/core/kernel/feature_scaling.hpp"
#include "costruct/core/kernel/product_features.hpp"

namespace costruct::experiments {
namespace {

// The rows with a nonzero weight.
std::vector<bool> used_rows(Index rows, const Vector& weights, Index width) {
  std::vector<bool> used(rows);
  for (Index row = 0; row < rows; ++row) {
    const auto begin = weights.begin() + row * width;
    used[row] = std::any_of(begin, begin + width, [](double w) { return w != 0; });
  }
  return used;
}

// The weights without the rows that are not used.
Vector only_rows(const std::vector<bool>& used, const Vector& weights, Index width) {
  Vector kept;
  kept.reserve(weights.size());
  for (std::size_t row = 0; row < used.size(); ++row) {
    if (!used[row]) continue;
    const auto begin = weights.begin() + static_cast<Index>(row) * width;
    kept.insert(kept.end(), begin, begin + width);
  }
  kept.insert(kept.end(), weights.begin() + static_cast<Index>(used.size()) * width, weights.end());
  return kept;
}

// The used products. The features in them are marked in `features`, and the products refer to these
// features.
ProductFeatures only_products(const ProductFeatures& all, const std::vector<bool>& used,
                              std::vector<bool>& features) {
  std::vector<Product> products;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    products.push_back(all.products()[i]);
    for (const std::int32_t feature : products.back()) {
      if (feature >= 0) features[feature] = true;
    }
  }
  std::vector<std::int32_t> renumbered(features.size());
  std::int32_t next = 0;
  for (std::size_t feature = 0; feature < features.size(); ++feature) {
    renumbered[feature] = next;
    next += features[feature] ? 1 : 0;
  }
  for (Product& product : products) {
    for (std::int32_t& feature : product) feature = feature < 0 ? -1 : renumbered[feature];
  }
  return {all.kernel(), std::move(products)};
}

// The scaling of the used features.
FeatureScaling only_features(const FeatureScaling& all, const std::vector<bool>& used) {
  FeatureScaling scaling{all.kind, {}, {}};
  for (std::size_t feature = 0; feature < used.size(); ++feature) {
    if (!used[feature]) continue;
    if (!all.shift.empty()) scaling.shift.push_back(all.shift[feature]);
    scaling.factor.push_back(all.factor[feature]);
  }
  return scaling;
}

}  // namespace

Kept without_zeros(const Learned& learned, Index num_features) {
  Kept kept{std::vector<bool>(num_features, false), learned.kernels, {}};
  for (std::size_t v = 0; v < learned.weights.size(); ++v) {
    const auto& feature_of = learned.inputs.features[v];
    const Vector& weights = learned.weights[v];
    const auto* rows = offered<FeatureMajorWeights>(learned.views[static_cast<Index>(v)]);
    const Index width = rows == nullptr ? 0 : rows->weights_per_feature();
    const auto* products = learned.kernels.empty()
                               ? nullptr
                               : dynamic_cast<const ProductFeatures*>(learned.kernels[v].get());
    const auto* scaled = learned.kernels.empty()
                             ? nullptr
                             : dynamic_cast<const ScaledFeatures*>(learned.kernels[v].get());
    if (scaled != nullptr && scaled->inner()) scaled = nullptr;
    std::vector<bool> features(feature_of.size(), false);
    if (rows != nullptr && (learned.kernels.empty() || scaled != nullptr)) {
      features = used_rows(static_cast<Index>(feature_of.size()), weights, width);
      kept.weights.push_back(only_rows(features, weights, width));
      if (scaled != nullptr) {
        kept.kernels[v] = std::make_shared<const ScaledFeatures>(
            only_features(scaled->scaling(), features), nullptr);
      }
    } else if (rows != nullptr && products != nullptr) {
      const std::vector<bool> used = used_rows(products->dimension(), weights, width);
      kept.kernels[v] =
          std::make_shared<const ProductFeatures>(only_products(*products, used, features));
      kept.weights.push_back(only_rows(used, weights, width));
    } else {
      std::fill(features.begin(), features.end(), true);
      kept.weights.push_back(weights);
    }
    for (std::size_t feature = 0; feature < features.size(); ++feature) {
      if (features[feature]) kept.features[feature_of[feature]] = true;
    }
  }
  return kept;
}

}  // namespace costruct::experiments
