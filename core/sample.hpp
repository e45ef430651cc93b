// The training sample of a learner: labeled and partly labeled examples, and unlabeled inputs.
#pragma once

#include "costruct/core/known.hpp"
#include "costruct/core/output.hpp"
#include "costruct/core/types.hpp"

namespace costruct {

/// The number of an input in its problem, from 0.
using InputId = Index;

/// An input with its output.
struct LabeledExample {
  InputId x = 0;
  Output y;
  /// >= 0. Multiplies the loss of this example; weight 0 has the effect of leaving the example out.
  double weight = 1;
};

/// An input whose output is known in part.
struct PartialExample {
  InputId x = 0;
  Known known;        ///< the facts about the output; not empty
  double weight = 1;  ///< as that of a labeled example
};

/// A training sample. Unlabeled inputs carry no output, so no learner can see it.
struct Sample {
  std::vector<LabeledExample> labeled;
  std::vector<InputId> unlabeled;
  std::vector<PartialExample> partial = {};
};

}  // namespace costruct
