// The predicted outputs of a cell with the largest and the smallest loss, for display.
#pragma once

#include <string>

#include "costruct/core/options.hpp"

namespace costruct::experiments {

/// A predicted output and the true one, both in the text format of `predict`.
struct ScoredOutput {
  std::string place;  ///< "file:line" of the example
  double loss = 0;    ///< the problem's own loss
  std::string truth, predicted;
};

/// The outputs with the largest and the smallest loss. On a tie, the output with the most parts is
/// taken, then the first one.
struct ExtremeOutputs {
  ScoredOutput worst, best;
};

/// The outputs as JSON, for the store.
Json to_json(const ExtremeOutputs& outputs);
/// Throws Json::exception if the JSON has another form.
ExtremeOutputs extremes_from_json(const Json& json);

}  // namespace costruct::experiments
