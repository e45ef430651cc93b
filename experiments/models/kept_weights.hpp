// What a model file keeps of what was learned: everything that can change a prediction.
#pragma once

#include <vector>

#include "costruct/experiments/models/kernel_tables.hpp"
#include "costruct/experiments/models/part_data_builder.hpp"

namespace costruct::experiments {

/// What a learner was given, the views before their kernels, and the weights it returned.
struct Learned {
  const ViewTables& tables;
  const ViewKernels& kernels;
  const std::vector<Vector>& weights;
};

struct Kept {
  std::vector<bool> features;  ///< by corpus feature
  ViewKernels kernels;         ///< over the kept features of each view
  std::vector<Vector> weights;
};

/// Drops features without any nonzero weight, their weights with them. Of a kernel of products, products and
/// then features that are in none of them; landmarks need all features, the others being part of distances.
Kept without_zeros(const Learned& learned, Index num_corpus_features);

}  // namespace costruct::experiments
