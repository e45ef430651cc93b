// What a learner is given: labeled pairs and unlabeled inputs.
#pragma once

#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// An input of a problem, by its number there (0-based).
using InputId = Index;

struct LabeledExample {
  InputId x = 0;
  Output y;
  double weight =
      1;  ///< >= 0; multiplies the loss of this example: of weight 0 it is as good as left out
};

/// A training sample. Unlabeled inputs carry no output, so no learner can look at one.
struct Sample {
  std::vector<LabeledExample> labeled;
  std::vector<InputId> unlabeled;
};

}  // namespace costruct
