// What the part-wise problems share: scores of the labels of a part, Lambda(y_t) (x) psi(x_t).
#pragma once

#include "costruct/core/decode/lanes.hpp"
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

/// The same for all parts first..first + count - 1, whose scores are rows of kBlocks times kCount doubles,
/// aligned, one behind the other. Reads whole rows: up to kCount - 1 doubles past a row of weights (they must
/// be readable) into lanes past the labels, whose scores mean nothing.
template <Index kBlocks>
void add_rows(const FeatureTable& table, Index first, Index count, const double* w, Index labels,
              double* scores) {
  constexpr Index kRegisters = kBlocks * lanes::kRegisters, kWidth = lanes::kWidth;
  const bool indicators = table.value.empty();
  for (Index p = first; p < first + count; ++p, scores += kBlocks * lanes::kCount) {
    lanes::Lanes sum[kRegisters];
    for (Index b = 0; b < kRegisters; ++b) sum[b] = lanes::load(scores + b * kWidth);
    for (Index i = table.part_begin[p]; i < table.part_begin[p + 1]; ++i) {
      const double* row = w + table.feature[i] * labels;
      if (indicators) {
        for (Index b = 0; b < kRegisters; ++b) sum[b] += lanes::load_loose(row + b * kWidth);
      } else {
        const lanes::Lanes value = lanes::broadcast(table.value[i]);
        for (Index b = 0; b < kRegisters; ++b) sum[b] += value * lanes::load_loose(row + b * kWidth);
      }
    }
    for (Index b = 0; b < kRegisters; ++b) lanes::store(scores + b * kWidth, sum[b]);
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
