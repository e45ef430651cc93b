// What a model file keeps of what was learned: everything that can change a prediction.
#pragma once

#include <vector>

#include "costruct/core/views.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/experiments/models/kernel_tables.hpp"

namespace costruct::experiments {

/// What a learner was given, the views before their kernels, and the weights it returned.
struct Learned {
  const InputData& inputs;  ///< before their kernels
  const ViewKernels& kernels;
  const Views& views;
  const std::vector<Vector>& weights;
};

struct Kept {
  std::vector<bool> features;  ///< by feature of the examples
  ViewKernels kernels;         ///< over the kept features of each view
  std::vector<Vector> weights;
};

/// Drops features without any nonzero weight, their weights with them, where the problem says which
/// weights are a feature's (FeatureMajorWeights). Of a kernel of products, products and then
/// features that are in none of them; landmarks need all features, the others being part of
/// distances.
Kept without_zeros(const Learned& learned, Index num_features);

}  // namespace costruct::experiments
