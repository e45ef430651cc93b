// The parts of a learned model that a model file keeps: everything that can change a prediction.
#pragma once

#include <vector>

#include "costruct/core/views.hpp"
#include "costruct/data/examples/example_set.hpp"
#include "costruct/experiments/models/kernel_tables.hpp"

namespace costruct::experiments {

/// The input of a learner and the weights it returned. All members must outlive it.
struct Learned {
  const InputData& inputs;  ///< before their kernels
  const ViewKernels& kernels;
  const Views& views;                  ///< over the explicit features of the kernels
  const std::vector<Vector>& weights;  ///< of each view
};

/// The features, kernels and weights that are kept.
struct Kept {
  std::vector<bool> features;   ///< by feature of the examples
  ViewKernels kernels;          ///< over the kept features of each view
  std::vector<Vector> weights;  ///< of each view, without those of what was dropped
};

/// Drops features that are in no view. It drops more if the problem says which weights belong to a
/// feature (FeatureMajorWeights):
///   linear kernel       features whose weights are all zero, also if the features are scaled
///   kernel of products  products whose weights are all zero, then features that are in no product
/// It keeps all features of a view for landmarks, because all are part of distances. It also keeps
/// them for products of scaled features.
/// @param num_features  number of features of the examples, over all views
Kept without_zeros(const Learned& learned, Index num_features);

}  // namespace costruct::experiments
