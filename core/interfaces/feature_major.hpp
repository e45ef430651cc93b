// Declares an optional interface of a problem. It tells which weights belong to each input feature.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// A problem with one view implements this interface if it stores its weights feature by feature.
/// Feature j has the weights [j * n, (j + 1) * n), n = weights_per_feature() >= 1. Weights without
/// a feature (transitions, biases) follow those of the last feature.
///
/// If all weights of a feature are zero, you can remove the feature and its weights: no prediction
/// changes.
class FeatureMajorWeights {
 public:
  virtual ~FeatureMajorWeights() = default;
  /// The number n of weights of each feature. In a sequence problem, for example, it is the number
  /// of labels.
  virtual Index weights_per_feature() const = 0;
};

}  // namespace costruct
