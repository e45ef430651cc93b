// The worst and the best of the outputs that a cell scored, to be looked at.
#pragma once

#include <string>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// A predicted output beside the true one, both as `predict` prints them.
struct ScoredOutput {
  std::string place;  ///< "file:line" of the example
  double loss = 0;    ///< the problem's own
  std::string truth, predicted;
};

/// Those of largest and of smallest loss; of several the one with most parts, then the first.
struct ExtremeOutputs {
  ScoredOutput worst, best;
};

Json to_json(const ExtremeOutputs& outputs);
/// Throws Json::exception for JSON that is none.
ExtremeOutputs extremes_from_json(const Json& json);

}  // namespace costruct::experiments
