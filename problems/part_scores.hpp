// What the part-wise problems share: scores of the labels of a part, Lambda(y_t) (x) psi(x_t).
#pragma once

#include "costruct/core/feature_table.hpp"
#include "costruct/core/sparse_vector.hpp"

namespace costruct::part_scores {

/// scores[k] += sum_j psi_j * w[j * labels + k] for the features j of one part: a sum of contiguous rows.
inline void add(const FeatureTable& table, Index part, const double* w, Index labels, double* scores) {
  const auto features = table.features_of(part);
  const auto values = table.values_of(part);
  for (std::size_t i = 0; i < features.size(); ++i) {
    const double* row = w + features[i] * labels;
    if (values.empty()) {
      for (Index k = 0; k < labels; ++k) scores[k] += row[k];
    } else {
      for (Index k = 0; k < labels; ++k) scores[k] += values[i] * row[k];
    }
  }
}

/// w[j * labels + label] += scale * psi_j for the features j of one part.
inline void add_features(const FeatureTable& table, Index part, Index labels, int label, double scale,
                         double* w) {
  const auto features = table.features_of(part);
  const auto values = table.values_of(part);
  for (std::size_t i = 0; i < features.size(); ++i) {
    w[features[i] * labels + label] += values.empty() ? scale : scale * values[i];
  }
}

/// The entries of Lambda(label) (x) psi of one part, coordinates counted from `first`.
inline void append_entries(const FeatureTable& table, Index part, Index labels, int label, Index first,
                           std::vector<std::pair<Index, double>>& entries) {
  const auto features = table.features_of(part);
  const auto values = table.values_of(part);
  for (std::size_t i = 0; i < features.size(); ++i) {
    entries.emplace_back(first + features[i] * labels + label, values.empty() ? 1.0 : values[i]);
  }
}

}  // namespace costruct::part_scores
