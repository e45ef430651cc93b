// The parts of a learned model that a model file keeps: everything that can change a prediction.
#pragma once

#include <vector>

#include "costruct/core/views.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/experiments/models/kernel_tables.hpp"

namespace costruct::experiments {

/// The input of a learner (inputs and views before their kernels) and the weights it returned.
struct Learned {
  const InputData& inputs;  ///< before their kernels
  const ViewKernels& kernels;
  const Views& views;
  const std::vector<Vector>& weights;
};

/// The features, kernels and weights that are kept.
struct Kept {
  std::vector<bool> features;  ///< by feature of the examples
  ViewKernels kernels;         ///< over the kept features of each view
  std::vector<Vector> weights;
};

/// Drops features whose weights are all zero, if the problem says which weights belong to a feature
/// (FeatureMajorWeights), also if the features are scaled. For a kernel of products it drops
/// products, and then features that are in no product. For landmarks it keeps all features, because
/// all are part of distances.
/// @param num_features  number of features of the examples, over all views
Kept without_zeros(const Learned& learned, Index num_features);

}  // namespace costruct::experiments
