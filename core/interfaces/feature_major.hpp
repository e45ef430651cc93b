// Which weights belong to which input feature.
#pragma once

#include "costruct/core/types.hpp"

namespace costruct {

/// Second interface of one view: weights that lie feature-major. Feature j has the weights
/// [j * n, (j + 1) * n), n = weights_per_feature() >= 1; what belongs to no feature (transitions,
/// biases) lies behind the last feature's. A feature whose weights are all zero can be left out
/// with them: no prediction changes.
class FeatureMajorWeights {
 public:
  virtual ~FeatureMajorWeights() = default;
  virtual Index weights_per_feature() const = 0;
};

}  // namespace costruct
