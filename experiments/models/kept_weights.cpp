// Part-wise problems keep the weights of a view feature-major: a row of K weights, one per label, for each
// feature, and everything else (transitions, biases) behind the last row. Dropping a feature drops its row.
#include "costruct/experiments/models/kept_weights.hpp"

#include <algorithm>

#include "costruct/core/kernel/product_features.hpp"

namespace costruct::experiments {
namespace {

// The rows that hold a nonzero weight.
std::vector<bool> used_rows(Index rows, const Vector& weights, Index labels) {
  std::vector<bool> used(rows);
  for (Index row = 0; row < rows; ++row) {
    const auto begin = weights.begin() + row * labels;
    used[row] = std::any_of(begin, begin + labels, [](double w) { return w != 0; });
  }
  return used;
}

// The weights without the rows that are not used.
Vector only_rows(const std::vector<bool>& used, const Vector& weights, Index labels) {
  Vector kept;
  kept.reserve(weights.size());
  for (std::size_t row = 0; row < used.size(); ++row) {
    if (!used[row]) continue;
    const auto begin = weights.begin() + static_cast<Index>(row) * labels;
    kept.insert(kept.end(), begin, begin + labels);
  }
  kept.insert(kept.end(), weights.begin() + static_cast<Index>(used.size()) * labels, weights.end());
  return kept;
}

// The used products, over the features in them, which are marked in `features`.
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

}  // namespace

Kept without_zeros(const Learned& learned, Index num_corpus_features) {
  const auto labels = static_cast<Index>(learned.tables.data->labels.size());
  Kept kept{std::vector<bool>(num_corpus_features, false), learned.kernels, {}};
  for (std::size_t v = 0; v < learned.weights.size(); ++v) {
    const auto& corpus_feature = learned.tables.corpus_feature[v];
    const Vector& weights = learned.weights[v];
    std::vector<bool> features(corpus_feature.size(), false);
    if (learned.kernels.empty()) {
      features = used_rows(static_cast<Index>(corpus_feature.size()), weights, labels);
      kept.weights.push_back(only_rows(features, weights, labels));
    } else if (const auto* products = dynamic_cast<const ProductFeatures*>(learned.kernels[v].get())) {
      const std::vector<bool> used = used_rows(products->dimension(), weights, labels);
      kept.kernels[v] = std::make_shared<const ProductFeatures>(only_products(*products, used, features));
      kept.weights.push_back(only_rows(used, weights, labels));
    } else {
      std::fill(features.begin(), features.end(), true);
      kept.weights.push_back(weights);
    }
    for (std::size_t feature = 0; feature < features.size(); ++feature) {
      if (features[feature]) kept.features[corpus_feature[feature]] = true;
    }
  }
  return kept;
}

}  // namespace costruct::experiments
